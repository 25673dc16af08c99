import type { SupportStatus } from '@kismet/contracts'
import { mongo, Schema } from 'mongoose'
import type { Connection, Model } from 'mongoose'

/** A message as it is stored. */
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
  /** How often the status has changed, and the time and admin of the last change. */
  readonly changes: number
  readonly changedAt: Date | null
  readonly changedBy: string | null
}

// `StoredMessage` says the fields: what is stored was made here, of checked input.
const schema = new Schema<StoredMessage>({ _id: String }, { strict: false, versionKey: false, id: false })
schema.index({ key: 1 }, { unique: true })
schema.index({ status: 1, _id: 1 })
schema.index({ status: 1, changedAt: 1 })
// FerretDB finds documents by indexes on one field alone (libs/real-servers/src/mongodb.ts).
schema.index({ status: 1 })

/**
 * The server ends a read after this time in ms, before the timeout of `Documents.run`. FerretDB
 * heeds it in find and aggregate alone.
 */
const maxTimeMS = 2_500
schema.pre(['find', 'findOne'], function () {
  this.setOptions({ maxTimeMS })
})

export interface Models extends Readonly<Record<string, Model<StoredMessage>>> {
  readonly messages: Model<StoredMessage>
}

export function modelsOn(connection: Connection): Models {
  return { messages: connection.model<StoredMessage>('message', schema) }
}

const duplicateKey = 11_000

/** @returns false when there is a message with this key */
export async function insertMessage({ messages }: Models, message: StoredMessage): Promise<boolean> {
  try {
    await messages.create(message)
    return true
  } catch (error) {
    if (error instanceof mongo.MongoServerError && error.code === duplicateKey) return false
    throw error
  }
}

export function findMessage(
  { messages }: Models,
  by: Pick<StoredMessage, '_id'> | Pick<StoredMessage, 'key'>,
): Promise<StoredMessage | null> {
  return messages.findOne(by).lean<StoredMessage>().exec()
}

/** The senders of all open messages. Their number is limited (`limits.support.open`). */
export function readOpenSenders({ messages }: Models): Promise<Pick<StoredMessage, 'from' | 'player'>[]> {
  return messages.find({ status: 'open' }, { from: 1, player: 1 }).lean<StoredMessage[]>().exec()
}

/** What a player has written while signed in, oldest first. */
export function messagesOf({ messages }: Models, playerId: string): Promise<StoredMessage[]> {
  const hidden = { key: 0, inputHash: 0, searchText: 0 }
  return messages.find({ 'player.id': playerId }, hidden).sort({ _id: 1 }).limit(1_000).lean<StoredMessage[]>().exec()
}

/** Counts in one read: FerretDB reads every message that it counts. */
export async function countAll({ messages }: Models): Promise<{ open: number; total: number }> {
  const stages = [{ $group: { _id: '$status', count: { $sum: 1 } } }]
  const groups = await messages.aggregate<{ _id: SupportStatus; count: number }>(stages).option({ maxTimeMS }).exec()
  const of = (status: SupportStatus) => groups.find(({ _id }) => _id === status)?.count ?? 0
  return { open: of('open'), total: of('open') + of('closed') }
}

/** Deletes the messages that were closed before a time. */
export async function deleteClosed({ messages }: Models, before: Date): Promise<void> {
  await messages.deleteMany({ status: 'closed', changedAt: { $lte: before } }).exec()
}

/** A part of a list: open messages oldest first, closed ones newest first, or all by their age. */
export type ListPart = SupportStatus | 'newest' | 'oldest'

export interface Choice {
  readonly part: ListPart
  /** The id of the last message of the page before. */
  readonly after: string | undefined
  readonly status: SupportStatus | undefined
  readonly search: string | undefined
}

/** Messages of one part of a list, in its order: ids sort by their time. */
export function listMessages(
  { messages }: Models,
  { part, after, status, search = '' }: Choice,
  limit: number,
): Promise<StoredMessage[]> {
  const rises = part === 'open' || part === 'oldest'
  const filter = {
    ...(status !== undefined && { status }),
    ...(part === 'open' || part === 'closed' ? { status: part } : {}),
    ...(after !== undefined && { _id: rises ? { $gt: after } : { $lt: after } }),
    ...(search !== '' && { searchText: { $regex: literally(search.toLowerCase()) } }),
  }
  const found = messages.find(filter).sort({ _id: rises ? 1 : -1 })
  return found.limit(limit).lean<StoredMessage[]>().exec()
}

/** A pattern that matches just this text. `RegExp.escape` makes `\\u` escapes, which FerretDB cannot read. */
const literally = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** Sets the status of an unchanged message. @returns the message; null when another call has changed it */
export function changeStatus(
  { messages }: Models,
  { _id, changes }: StoredMessage,
  change: Pick<StoredMessage, 'status' | 'changedAt' | 'changedBy'>,
): Promise<StoredMessage | null> {
  const set = { $set: { ...change, changes: changes + 1 } }
  return messages.findOneAndUpdate({ _id, changes }, set, { returnDocument: 'after' }).lean<StoredMessage>().exec()
}
