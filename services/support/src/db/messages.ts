import type { SupportStatus } from '@kismet/contracts'
import { mongo, Schema } from 'mongoose'
import type { Connection, Model } from 'mongoose'
import type { Part, Position } from '../domain/position.ts'

/** A message as it is kept. */
export interface StoredMessage {
  readonly _id: string
  readonly name: string
  readonly email: string
  readonly message: string
  readonly status: SupportStatus
  readonly createdAt: Date
  /** Who was signed in. */
  readonly player: { readonly id: string; readonly email: string } | null
  /** Whose daily number it counts against: a player's id, or `stranger`; and the day, of UTC, as `2026-11-21`. */
  readonly from: string
  readonly day: string
  /** Whence a stranger has sent it, as far as it is counted; null of a player. */
  readonly site: string | null
  /** Of the Idempotency-Key and who has sent it, and of what was sent. */
  readonly key: string
  readonly inputHash: string
  /** What a search looks at. */
  readonly searchText: string
  /** How often its status has changed, when and by whom last. */
  readonly changes: number
  readonly changedAt: Date | null
  readonly changedBy: string | null
}

const schema = new Schema<StoredMessage>(
  {
    _id: String,
    name: String,
    email: String,
    message: String,
    status: String,
    createdAt: Date,
    player: new Schema({ id: String, email: String }, { _id: false, id: false }),
    from: String,
    day: String,
    site: String,
    key: String,
    inputHash: String,
    searchText: String,
    changes: Number,
    changedAt: Date,
    changedBy: String,
  },
  { versionKey: false, id: false },
)
schema.index({ key: 1 }, { unique: true })
schema.index({ status: 1, _id: 1 })
schema.index({ status: 1, changedAt: 1 })
// FerretDB finds documents by indexes on one field alone (libs/real-servers/src/mongodb.ts).
schema.index({ status: 1 })
schema.index({ day: 1 })

/** Less than anybody waits for `Documents.run`: a read that nobody waits for any more ends at the server, too, and is `unavailable`. FerretDB heeds it in find and aggregate alone. */
const maxTimeMS = 2_500
/** Of what the service reads by itself, with a `withinMs` beside it; a round trip has 10 s. */
const ownMaxTimeMS = 8_000
/** For `Documents.run`. */
export const ownWork = { withinMs: 9_000 }
schema.pre(['find', 'findOne', 'countDocuments'], function () {
  if (this.getOptions().maxTimeMS === undefined) this.setOptions({ maxTimeMS })
})

export interface Models extends Readonly<Record<string, Model<StoredMessage>>> {
  readonly messages: Model<StoredMessage>
}

export function modelsOn(connection: Connection): Models {
  return { messages: connection.model<StoredMessage>('message', schema) }
}

const duplicateKey = 11_000

/** Keeps a new message. @returns false when one of its key is there already */
export async function insertMessage({ messages }: Models, message: StoredMessage): Promise<boolean> {
  try {
    await messages.create(message)
    return true
  } catch (error) {
    if (error instanceof mongo.MongoServerError && error.code === duplicateKey) return false
    throw error
  }
}

export function findByKey({ messages }: Models, key: string): Promise<StoredMessage | null> {
  return messages.findOne({ key }).lean<StoredMessage>().exec()
}

export function findMessage({ messages }: Models, _id: string): Promise<StoredMessage | null> {
  return messages.findOne({ _id }).lean<StoredMessage>().exec()
}

/** How many messages are kept that somebody, or strangers of one site, have sent on a day. */
export function countOfDay(
  { messages }: Models,
  sender: Pick<StoredMessage, 'from'> | Pick<StoredMessage, 'site'>,
  day: string,
): Promise<number> {
  return messages.countDocuments({ ...sender, day }).exec()
}

export function countOpen({ messages }: Models): Promise<number> {
  return messages.countDocuments({ status: 'open' }).exec()
}

/** How many messages there are, of one look at them: FerretDB reads whatever it counts. */
export async function countAll({ messages }: Models): Promise<{ open: number; total: number }> {
  const counts = await countBy(messages, {}, '$status')
  return { open: counts.get('open') ?? 0, total: sumOf(counts) }
}

/** How many messages are open that somebody, or strangers, have sent, and how many in all: of one look at them. */
export async function countOpenOf({ messages }: Models, from: string): Promise<{ own: number; all: number }> {
  const counts = await countBy(messages, { status: 'open' }, '$from')
  return { own: counts.get(from) ?? 0, all: sumOf(counts) }
}

/** How many messages are open that strangers of one site have sent. */
export function countOpenOfSite({ messages }: Models, site: string): Promise<number> {
  return messages.countDocuments({ status: 'open', site }).exec()
}

type Counts = ReadonlyMap<string, number>

const sumOf = (counts: Counts) => [...counts.values()].reduce((sum, count) => sum + count, 0)

async function countBy(
  messages: Models['messages'],
  $match: { readonly status?: SupportStatus },
  field: '$status' | '$from',
): Promise<Counts> {
  const stages = [{ $match }, { $group: { _id: field, count: { $sum: 1 } } }]
  const groups = await messages.aggregate<{ _id: string; count: number }>(stages).option({ maxTimeMS }).exec()
  return new Map(groups.map(({ _id, count }) => [_id, count]))
}

export type ClosedMessage = Pick<StoredMessage, '_id' | 'changes' | 'changedAt'>

/** Those that were closed first; and how many messages there are: counted after that, so that of what another replica deletes meanwhile none is deleted twice over. */
export async function readOldestClosed(
  { messages }: Models,
  limit: number,
): Promise<{ oldest: ClosedMessage[]; total: number }> {
  const found = messages.find({ status: 'closed' }, { changes: 1, changedAt: 1 }).sort({ changedAt: 1, _id: 1 })
  const oldest = await found
    .limit(limit)
    .maxTimeMS(ownMaxTimeMS / 2)
    .lean<ClosedMessage[]>()
    .exec()
  return {
    oldest,
    total: await messages
      .countDocuments()
      .maxTimeMS(ownMaxTimeMS / 2)
      .exec(),
  }
}

/** Deletes closed messages, but for those that were changed meanwhile. One by one: FerretDB finds no list of ids by an index. @returns how many */
export async function deleteClosed({ messages }: Models, closed: readonly ClosedMessage[]): Promise<number> {
  const deletes = closed.map(({ _id, changes }) => ({
    deleteOne: { filter: { _id, changes, status: 'closed' as const } },
  }))
  return (await messages.bulkWrite(deletes, { ordered: false })).deletedCount
}

export interface Choice {
  readonly status: SupportStatus | undefined
  readonly search: string | undefined
}

/** Messages of one part of a list, in its order (ids sort as they were made), after a position. */
export function listMessages(
  { messages }: Models,
  part: Part,
  after: Position | undefined,
  { status, search }: Choice,
  limit: number,
): Promise<StoredMessage[]> {
  const rises = part === 'open' || part === 'oldest'
  const filter = {
    ...(status !== undefined && { status }),
    ...(part === 'open' || part === 'closed' ? { status: part } : {}),
    ...(after?.part === part && { _id: rises ? { $gt: after.id } : { $lt: after.id } }),
    ...(search !== undefined && { searchText: { $regex: literally(search.toLowerCase()) } }),
  }
  const found = messages.find(filter).sort({ _id: rises ? 1 : -1 })
  return found.limit(limit).lean<StoredMessage[]>().exec()
}

/** A pattern that matches just this text. */
const literally = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** Sets the status of a message that is still as it was read. @returns it as it stands then; null when it was changed meanwhile */
export function changeStatus(
  { messages }: Models,
  { _id, changes }: StoredMessage,
  change: Pick<StoredMessage, 'status' | 'changedAt' | 'changedBy'>,
): Promise<StoredMessage | null> {
  const set = { $set: { ...change, changes: changes + 1 } }
  return messages.findOneAndUpdate({ _id, changes }, set, { returnDocument: 'after' }).lean<StoredMessage>().exec()
}
