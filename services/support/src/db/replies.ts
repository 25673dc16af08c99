import { supportLimits } from '@kismet/contracts'
import { mongo, Schema } from 'mongoose'
import type { Connection, Model } from 'mongoose'
import type { Models } from './models.ts'
import { readsEnd } from './reads.ts'

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

const schema = new Schema<StoredReply>({ _id: String }, { strict: false, versionKey: false, id: false })
schema.index({ key: 1 }, { unique: true })
schema.index({ threadId: 1 })
schema.index({ from: 1 })
schema.index({ isMailDue: 1 })
readsEnd(schema)

export const replyModelOn = (connection: Connection): Model<StoredReply> =>
  connection.model<StoredReply>('reply', schema)

export const duplicateKey = (error: unknown): boolean =>
  error instanceof mongo.MongoServerError && error.code === 11_000

/** Stores a reply once for its key. An update of a document is not atomic in FerretDB, an insert is. */
export async function insertReply({ replies }: Models, reply: StoredReply): Promise<void> {
  try {
    await replies.create(reply)
  } catch (error) {
    if (!duplicateKey(error)) throw error
  }
}

/** The replies of conversations, oldest first. */
export function repliesOf({ replies }: Models, threadIds: readonly string[]): Promise<StoredReply[]> {
  const most = threadIds.length * supportLimits.repliesOfThread
  // Concurrent replies may exceed the limit of a conversation a little.
  const found = replies.find({ threadId: { $in: [...threadIds] } }).sort({ _id: 1 })
  return found
    .limit(2 * most)
    .lean<StoredReply[]>()
    .exec()
}

/** Replies that auth has no mail of. */
export function listMailDue({ replies }: Models, limit: number): Promise<StoredReply[]> {
  return replies.find({ isMailDue: true }).limit(limit).lean<StoredReply[]>().exec()
}

export async function markMailed({ replies }: Models, _id: string): Promise<void> {
  await replies.updateOne({ _id }, { $set: { isMailDue: false } }).exec()
}
