import type { Connection, Model } from 'mongoose'
import { deskModelOn } from './desk.ts'
import type { StoredDesk } from './desk.ts'
import { messageModelOn } from './messages.ts'
import type { StoredMessage } from './messages.ts'
import { replyModelOn } from './replies.ts'
import type { StoredReply } from './replies.ts'

type AnyModel = Model<StoredMessage> | Model<StoredReply> | Model<StoredDesk>

/** The collections of support. */
export interface Models extends Readonly<Record<string, AnyModel>> {
  readonly messages: Model<StoredMessage>
  readonly replies: Model<StoredReply>
  readonly desks: Model<StoredDesk>
}

export function modelsOn(connection: Connection): Models {
  return { messages: messageModelOn(connection), replies: replyModelOn(connection), desks: deskModelOn(connection) }
}
