import type { Randomness } from '@kismet/service-kit/randomness'
import { Refusal } from '@kismet/service-kit/refusal'
import { mongo } from 'mongoose'
import type { AnalyticsDocuments, ProgressDocument } from '../db/store.ts'
import { markKinds, markOf } from '../domain/statement.ts'
import type { Head, MarkDocument, MarkKind, PlayerDayDocument, RowDocument } from '../domain/statement.ts'
import type { EndedHold } from '../domain/take-entry.ts'
import type { WinDocument } from '../domain/win-to-tell.ts'

interface EpochContext {
  readonly documents: AnalyticsDocuments
  readonly randomness: Randomness
}

/** For work of this reader, for which no person waits. */
export const ofReader = { withinMs: 10_000, isOwn: true }
const rowsOfInsert = 500
/** FerretDB holds two of its connections to PostgreSQL for one update, and stands still when all are held by such. */
const atOnce = 6

const _id = 'entries'

/** The progress as it stands; null before anything has begun, and when MongoDB has come back empty. */
export function findProgress(
  documents: AnalyticsDocuments,
  options?: typeof ofReader,
): Promise<ProgressDocument | null> {
  return documents.run(({ store }) => store.progress.findOne({ _id }), options)
}

/**
 * The progress, made when it is missing. The collections of its epoch get their indexes, and those of every other epoch are dropped. Their names are listed before the
 * progress is read, so the list has no collection of a later epoch.
 */
export function openEpoch({ documents, randomness }: EpochContext): Promise<ProgressDocument> {
  return documents.run(async ({ store }) => {
    const names = await store.madeCollections()
    const { _id: _, ...$setOnInsert } = beginning(randomness)
    const options = { upsert: true, returnDocument: 'after' } as const
    const progress = await store.progress.findOneAndUpdate({ _id }, { $setOnInsert }, options)
    if (progress === null) throw new Refusal('unavailable')
    for (const name of names) if (!name.endsWith(`-${progress.epoch}`)) await store.drop(name)
    const [rows, heads] = [store.rows(progress.epoch), store.heads(progress.epoch)]
    await rows.createIndex({ page: 1 }, {}, {})
    await rows.createIndex({ kindPage: 1 }, {}, {})
    await heads.createIndex({ day: 1 }, {}, {})
    await store.days(progress.epoch).createIndex({ month: 1 }, {}, {})
    await store.playerDays(progress.epoch).createIndex({ day: 1 }, {}, {})
    await store.results(progress.epoch).createIndex({ day: 1 }, {}, {})
    await store.marks(progress.epoch).createIndex({ mark: 1 }, {}, {})
    return progress
  }, ofReader)
}

/** The beginning of everything that is made of the log. */
function beginning(randomness: Randomness): ProgressDocument {
  const epoch = randomness.bytes(8).toString('hex')
  const days = { days: {}, daysStep: 0, daysFrom: '' }
  return { _id, epoch, cursor: '', step: 0, newestAtMs: 0, totals: {}, isWhole: false, keptFrom: null, ...days }
}

/**
 * Begins a new epoch, unless another replica has ended this one already. The service finds the new epoch within seconds, makes statements and totals again, and drops the
 * collections of the old epoch.
 */
export async function rebuild({ documents, randomness }: EpochContext, epoch: string): Promise<void> {
  const { _id, ...$set } = beginning(randomness)
  await documents.run(({ store }) => store.progress.updateOne({ _id, epoch }, { $set }), ofReader)
}

/** Takes a step from where the progress was found. @returns false when somebody else has taken it */
export async function moveProgress(
  documents: AnalyticsDocuments,
  { epoch, step }: ProgressDocument,
  { _id, ...$set }: ProgressDocument,
): Promise<boolean> {
  const { matchedCount } = await documents.run(
    ({ store }) => store.progress.updateOne({ _id, epoch, step }, { $set }),
    ofReader,
  )
  return matchedCount === 1
}

/** How far a player's entries have been taken, as far as it is kept. */
export function findHead(
  documents: AnalyticsDocuments,
  epoch: string,
  playerId: string,
  options?: typeof ofReader,
): Promise<Head | null> {
  const projection = { _id: 0 }
  return documents.run(({ store }) => store.heads(epoch).findOne({ _id: playerId }, { projection }), options)
}

/** Documents of players that entries bring. Each has an id of its entry, so that it can be written again. */
export interface Written {
  readonly rows: RowDocument[]
  readonly playerDays: PlayerDayDocument[]
  readonly marks: MarkDocument[]
  readonly wins: WinDocument[]
}

/** Writes documents; those that are there already are the same. */
export async function writeOnce(documents: AnalyticsDocuments, epoch: string, written: Written): Promise<void> {
  for (const name of ['rows', 'playerDays', 'marks', 'wins'] as const) {
    for (let start = 0; start < written[name].length; start += rowsOfInsert) {
      const some = written[name].slice(start, start + rowsOfInsert)
      await documents.run(({ store }) => {
        const collection = store[name](epoch) as unknown as mongo.Collection<{ _id: string }>
        return collection.insertMany(some, { ordered: false }).catch(ignoreThere)
      }, ofReader)
    }
  }
}

/** The number of players with each mark of a day. */
export async function countMarked(
  documents: AnalyticsDocuments,
  epoch: string,
  day: string,
  options?: { readonly withinMs: number; readonly isOwn?: boolean },
): Promise<Record<MarkKind, number>> {
  const counts = markKinds.map(async (kind) => {
    const mark = markOf(kind, day)
    return [kind, await documents.run(({ store }) => store.marks(epoch).countDocuments({ mark }), options)] as const
  })
  return Object.fromEntries(await Promise.all(counts)) as Record<MarkKind, number>
}

/** Writes the results of ended holds into their lines. */
export async function endHolds(
  documents: AnalyticsDocuments,
  epoch: string,
  endedHolds: readonly EndedHold[],
): Promise<void> {
  await eachOf(endedHolds, async ({ _id, result }) => {
    await documents.run(({ store }) => store.rows(epoch).updateOne({ _id }, { $set: { result } }), ofReader)
  })
}

/** Keeps how far players have come; never less far than it is kept already. */
export async function writeHeads(
  documents: AnalyticsDocuments,
  epoch: string,
  heads: ReadonlyMap<string, Head>,
): Promise<void> {
  await eachOf([...heads], async ([playerId, $set]) => {
    const filter = { _id: playerId, sequence: { $lt: $set.sequence } }
    await documents.run(
      ({ store }) => store.heads(epoch).updateOne(filter, { $set }, { upsert: true }).catch(ignoreThere),
      ofReader,
    )
  })
}

/** Does a work for each item, a few at a time. After a failure too, no work is under way when it returns. */
export async function eachOf<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const left = items.values()
  const worker = async () => {
    for (const item of left) await work(item)
  }
  const ends = await Promise.allSettled(Array.from({ length: atOnce }, worker))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

const duplicateKey = 11_000

/** Ignores that a document exists already: it is the same one, or a later one. @throws any other error */
export function ignoreThere(error: unknown): void {
  if (!(error instanceof mongo.MongoServerError) || error.code !== duplicateKey) throw error
  const others = error instanceof mongo.MongoBulkWriteError ? [error.writeErrors].flat() : []
  if (others.some(({ code }) => code !== duplicateKey)) throw error
}
