import type { Randomness } from '@kismet/service-kit/randomness'
import { mongo } from 'mongoose'
import type { AnalyticsDocuments, HeadDocument, ProgressDocument } from '../db/models.ts'
import type { Head, HourTotals, RowDocument } from '../domain/statement.ts'

/** For work of this reader, for which no person waits. */
export const ofReader = { withinMs: 10_000, isOwn: true }
const rowsOfInsert = 500
/** FerretDB holds two of its connections to PostgreSQL for one update, and stands still when all are held by such. */
const atOnce = 6

/** The progress as it stands; made when there is none. */
export async function loadProgress(documents: AnalyticsDocuments, randomness: Randomness): Promise<ProgressDocument> {
  return documents.run(async ({ progress }) => {
    const found = await progress.collection.findOne({ _id: 'entries' })
    if (found !== null) return found
    const begun = beginning(randomness)
    await progress.collection.insertOne(begun).catch(ignoreThere)
    return (await progress.collection.findOne({ _id: 'entries' })) ?? begun
  }, ofReader)
}

/** The beginning of everything that is made of the log. */
export function beginning(randomness: Randomness): ProgressDocument {
  const epoch = randomness.bytes(8).toString('hex')
  return { _id: 'entries', epoch, cursor: '', step: 0, hours: {}, isWhole: false, isPaused: false }
}

/** Takes a step from where the progress was found. @returns false when somebody else has taken it */
export async function moveProgress(
  documents: AnalyticsDocuments,
  from: ProgressDocument,
  to: ProgressDocument,
): Promise<boolean> {
  const { _id, ...fields } = to
  const { matchedCount } = await documents.run(
    ({ progress }) => progress.collection.updateOne({ _id, epoch: from.epoch, step: from.step }, { $set: fields }),
    ofReader,
  )
  return matchedCount === 1
}

const headId = (epoch: string, playerId: string) => `${epoch}:${playerId}`

/** How far a player's entries have been taken, as far as it is kept. */
export async function findHead(
  documents: AnalyticsDocuments,
  epoch: string,
  playerId: string,
  options?: typeof ofReader,
): Promise<HeadDocument | null> {
  return documents.run(({ heads }) => heads.collection.findOne({ _id: headId(epoch, playerId) }), options)
}

export async function findHour(documents: AnalyticsDocuments, epoch: string, hour: string): Promise<HourTotals | null> {
  return documents.run(({ hours }) => hours.collection.findOne({ _id: `${epoch}:${hour}` }), ofReader)
}

/** Writes lines; those that are there already are the same. */
export async function writeRows(documents: AnalyticsDocuments, rows: readonly RowDocument[]): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsOfInsert) {
    const some = rows.slice(start, start + rowsOfInsert)
    await documents.run(
      (models) => models.rows.collection.insertMany(some, { ordered: false }).catch(ignoreThere),
      ofReader,
    )
  }
}

/** Keeps how far players have come; never less far than it is kept already. */
export async function writeHeads(
  documents: AnalyticsDocuments,
  epoch: string,
  heads: ReadonlyMap<string, Head>,
): Promise<void> {
  await eachOf([...heads], async ([playerId, head]) => {
    const dayKey = head.today === null ? null : `${epoch}:${head.today.day}`
    const $set = { ...head, playerId, dayKey }
    const filter = { _id: headId(epoch, playerId), sequence: { $lt: head.sequence } }
    await documents.run(
      (models) => models.heads.collection.updateOne(filter, { $set }, { upsert: true }).catch(ignoreThere),
      ofReader,
    )
  })
}

/** Writes totals of hours as they stood after a step, unless those of a later one are there. */
export async function writeHours(documents: AnalyticsDocuments, progress: ProgressDocument): Promise<void> {
  const { epoch, step } = progress
  await eachOf(Object.entries(progress.hours), async ([hour, totals]) => {
    const $set = { ...totals, hour, step, monthKey: `${epoch}:${hour.slice(0, 7)}` }
    const filter = { _id: `${epoch}:${hour}`, step: { $lt: step } }
    await documents.run(
      (models) => models.hours.collection.updateOne(filter, { $set }, { upsert: true }).catch(ignoreThere),
      ofReader,
    )
  })
}

/** Does a work for each item, a few at a time. Whatever fails, nothing is under way any more when it has answered. */
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
