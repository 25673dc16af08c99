import type { SupportStatus } from '@kismet/contracts'
import { maxTimeMS, noConversation } from './models.ts'
import type { Models, StoredMessage, SupportWriter } from './models.ts'
import { duplicateKey } from './replies.ts'

const complete = (stored: StoredMessage): StoredMessage => ({ ...noConversation, ...stored })

/** @returns false when there is a message with this key */
export async function insertMessage({ messages }: Models, message: StoredMessage): Promise<boolean> {
  try {
    await messages.create(message)
    return true
  } catch (error) {
    if (!duplicateKey(error)) throw error
    return false
  }
}

export async function findMessage(
  { messages }: Models,
  by: Pick<StoredMessage, '_id'> | Pick<StoredMessage, 'key'>,
): Promise<StoredMessage | null> {
  const found = await messages.findOne(by).lean<StoredMessage>().exec()
  return found && complete(found)
}

/** Open messages that wait for an admin. A message of an earlier release has no `lastBy`. */
const waiting = { status: 'open', lastBy: { $ne: 'us' } } as const

/** The senders of all messages that wait for an admin. Their number is limited (`limits.support.open`). */
export function readOpenSenders({ messages }: Models): Promise<Pick<StoredMessage, 'from' | 'player'>[]> {
  return messages.find(waiting, { from: 1, player: 1 }).lean<StoredMessage[]>().exec()
}

const hidden = { key: 0, inputHash: 0, searchText: 0 }

/** What a player has written while signed in, oldest first. */
export async function messagesOf({ messages }: Models, playerId: string): Promise<StoredMessage[]> {
  const found = messages.find({ from: playerId }, hidden).sort({ _id: 1 }).limit(1_000)
  return (await found.lean<StoredMessage[]>().exec()).map(complete)
}

/** The newest conversations of a player. */
export async function newestOf({ messages }: Models, playerId: string, limit: number): Promise<StoredMessage[]> {
  const found = messages.find({ from: playerId }, hidden).sort({ _id: -1 }).limit(limit)
  return (await found.lean<StoredMessage[]>().exec()).map(complete)
}

/** Deletes what a player has written while signed in, with the replies. */
export async function deleteOf({ messages, replies }: Models, playerId: string): Promise<void> {
  await replies.deleteMany({ from: playerId }).exec()
  await messages.deleteMany({ from: playerId }).exec()
}

/** Counts in one read: FerretDB reads every message that it counts. */
export async function countAll(models: Models): Promise<{ open: number; total: number; waiting: number }> {
  const stages = [{ $group: { _id: '$status', count: { $sum: 1 } } }]
  const read = models.messages.aggregate<{ _id: SupportStatus; count: number }>(stages).option({ maxTimeMS }).exec()
  const [groups, senders] = await Promise.all([read, readOpenSenders(models)])
  const of = (status: SupportStatus) => groups.find(({ _id }) => _id === status)?.count ?? 0
  return { open: of('open'), total: of('open') + of('closed'), waiting: senders.length }
}

/** Deletes messages that were closed before a time, with their replies. */
export async function deleteClosed({ messages, replies }: Models, before: Date): Promise<void> {
  const old = messages.find({ status: 'closed', changedAt: { $lte: before } }, { _id: 1 })
  const ids = (await old.lean<{ _id: string }[]>().exec()).map(({ _id }) => _id)
  if (ids.length === 0) return
  await replies.deleteMany({ threadId: { $in: ids } }).exec()
  await messages.deleteMany({ _id: { $in: ids } }).exec()
}

/** Closes conversations that have waited for their player since `before`. */
export async function closeUnanswered({ messages }: Models, before: Date, now: Date): Promise<void> {
  const change = { $set: { status: 'closed', changedAt: now, changedBy: null }, $inc: { changes: 1 } }
  await messages.updateMany({ status: 'open', lastBy: 'us', lastAt: { $lte: before } }, change).exec()
}

/** A part of a list: open messages oldest first, closed ones newest first, or all by their age. */
export type ListPart = SupportStatus | 'newest' | 'oldest'

export interface Choice {
  readonly part: ListPart
  /** The id of the last message of the page before. */
  readonly after: string | undefined
  readonly status: SupportStatus | undefined
  readonly waitsFor: SupportWriter | undefined
  readonly assignee: string | undefined
  readonly tag: string | undefined
  readonly player: string | undefined
  readonly search: string | undefined
}

/** Messages of one part of a list, in its order: ids sort by their time. */
export async function listMessages(
  { messages }: Models,
  { part, after, status, waitsFor, assignee, tag, player, search = '' }: Choice,
  limit: number,
): Promise<StoredMessage[]> {
  const rises = part === 'open' || part === 'oldest'
  const filter = {
    ...(status !== undefined && { status }),
    ...(part === 'open' || part === 'closed' ? { status: part } : {}),
    ...(waitsFor !== undefined && {
      status: 'open' as const,
      lastBy: waitsFor === 'us' ? { $ne: 'us' as const } : ('us' as const),
    }),
    ...(assignee !== undefined && { assignee }),
    ...(tag !== undefined && { tags: tag }),
    ...(player !== undefined && { from: player }),
    ...(after !== undefined && { _id: rises ? { $gt: after } : { $lt: after } }),
    ...(search !== '' && { searchText: { $regex: literally(search.toLowerCase()) } }),
  }
  const found = messages.find(filter).sort({ _id: rises ? 1 : -1 })
  return (await found.limit(limit).lean<StoredMessage[]>().exec()).map(complete)
}

/** A pattern that matches just this text. `RegExp.escape` makes `\\u` escapes, which FerretDB cannot read. */
const literally = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** Changes an unchanged message. @returns the message; null when another call has changed it */
export async function changeMessage(
  { messages }: Models,
  { _id, changes }: StoredMessage,
  change: Partial<StoredMessage>,
): Promise<StoredMessage | null> {
  const set = { $set: { ...change, changes: changes + 1 } }
  const changed = messages.findOneAndUpdate({ _id, changes }, set, { returnDocument: 'after' })
  const found = await changed.lean<StoredMessage>().exec()
  return found && complete(found)
}

/** Assigns a conversation and sets its tags. Other changes at the same time stay. @returns null for an unknown id */
export async function fileMessage(
  { messages }: Models,
  _id: string,
  filing: Pick<StoredMessage, 'assignee' | 'tags'>,
): Promise<StoredMessage | null> {
  const change = { $set: filing, $inc: { changes: 1 } }
  const found = await messages
    .findOneAndUpdate({ _id }, change, { returnDocument: 'after' })
    .lean<StoredMessage>()
    .exec()
  return found && complete(found)
}

/** Opens a conversation for its newest reply. `admin`: its writer, null for the player. */
export async function openFor(
  { messages }: Models,
  { _id, assignee }: StoredMessage,
  { admin, at, replyCount }: { readonly admin: string | null; readonly at: Date; readonly replyCount: number },
): Promise<void> {
  const lastBy: SupportWriter = admin === null ? 'player' : 'us'
  const change = {
    // The admin who answers first has the conversation.
    $set: { status: 'open', lastBy, lastAt: at, assignee: assignee ?? admin },
    $max: { replyCount, ...(admin === null && { readCount: replyCount }) },
    $inc: { changes: 1 },
  }
  await messages.updateOne({ _id }, change).exec()
}

/** The player has read this many replies. */
export async function markRead({ messages }: Models, _id: string, readCount: number): Promise<void> {
  await messages.updateOne({ _id }, { $max: { readCount } }).exec()
}
