import type { SupportDesk, SupportStatus } from '@kismet/contracts'
import { Schema } from 'mongoose'
import type { Connection, Model } from 'mongoose'

/** Who writes in a conversation. */
export type SupportWriter = 'us' | 'player'

/** A message as it is stored. Its replies are documents of their own (`replies.ts`). */
export interface StoredMessage {
  readonly _id: string
  readonly name: string
  readonly email: string
  readonly message: string
  readonly status: SupportStatus
  readonly createdAt: Date
  /** The player who was signed in; null of a stranger. */
  readonly player: { readonly id: string; readonly email: string } | null
  /** The id of the player, or the site of a stranger. */
  readonly from: string
  /** A hash of the Idempotency-Key and its sender. */
  readonly key: string
  /** A hash of the input. */
  readonly inputHash: string
  /** What a search looks at, in lower case. */
  readonly searchText: string
  readonly replyCount: number
  /** Who wrote the last text, and when we or the player wrote the last reply. */
  readonly lastBy: SupportWriter
  readonly lastAt: Date | null
  /** How many replies the player has read. */
  readonly readCount: number
  readonly assignee: string | null
  readonly tags: readonly string[]
  /** How often the conversation has changed, and the time and admin of the last change of its status. */
  readonly changes: number
  readonly changedAt: Date | null
  readonly changedBy: string | null
}

/** The fields of a message without replies. Messages of earlier releases lack these fields. */
export const noConversation = {
  replyCount: 0,
  lastBy: 'player',
  lastAt: null,
  readCount: 0,
  assignee: null,
  tags: [],
} as const satisfies Partial<StoredMessage>

/** A reply as it is stored. */
export interface StoredReply {
  readonly _id: string
  readonly threadId: string
  /** The player or site of the message, for the erasure. */
  readonly from: string
  /** The admin who wrote the reply; null for a reply of the player. */
  readonly admin: string | null
  readonly text: string
  readonly at: Date
  /** A hash of the Idempotency-Key, its sender and the conversation. */
  readonly key: string
  /** Whether auth has yet to store the mail. */
  readonly isMailDue: boolean
}

/** The prepared replies and tags. Each version is a document, so that two admins cannot store the same version. */
export type StoredDesk = SupportDesk & { readonly _id: string }

/**
 * The server ends a read after this time in ms, before the timeout of `Documents.run`. FerretDB
 * heeds it in find and aggregate alone.
 */
export const maxTimeMS = 2_500

/** The types above say the fields: what is stored was made here, of checked input. */
function schemaOf<T>(): Schema<T> {
  const schema = new Schema<T>({ _id: String }, { strict: false, versionKey: false, id: false })
  schema.pre(['find', 'findOne'], function () {
    this.setOptions({ maxTimeMS })
  })
  return schema
}

// FerretDB finds documents by indexes on one field alone (libs/real-servers/src/mongodb.ts).
const messages = schemaOf<StoredMessage>()
messages.index({ key: 1 }, { unique: true })
messages.index({ status: 1, _id: 1 })
messages.index({ status: 1, changedAt: 1 })
messages.index({ status: 1 })
messages.index({ from: 1 })

const replies = schemaOf<StoredReply>()
replies.index({ key: 1 }, { unique: true })
replies.index({ threadId: 1 })
replies.index({ from: 1 })
replies.index({ isMailDue: 1 })

type AnyModel = Model<StoredMessage> | Model<StoredReply> | Model<StoredDesk>

/** The collections of support. */
export interface Models extends Readonly<Record<string, AnyModel>> {
  readonly messages: Model<StoredMessage>
  readonly replies: Model<StoredReply>
  readonly desks: Model<StoredDesk>
}

export function modelsOn(connection: Connection): Models {
  return {
    messages: connection.model<StoredMessage>('message', messages),
    replies: connection.model<StoredReply>('reply', replies),
    desks: connection.model<StoredDesk>('desk', schemaOf<StoredDesk>()),
  }
}
