import { supportLimits } from '@kismet/contracts'
import { mongo } from 'mongoose'
import type { Models, StoredReply } from './models.ts'

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
