import type { AnalyticsDocuments } from '../db/store.ts'
import type { PlayerDay } from '../domain/day-results.ts'
import { ignoreThere, ofReader } from './store.ts'

/** The most players of a day. */
const mostPlayers = 200_000
/** Players of one document, of 300 kB. */
const playersOfPack = 5_000

interface Timeout {
  readonly withinMs: number
  readonly isOwn?: boolean
}

/** The results of a day: in the head of a player whose last bet was on that day, else in documents of the day. */
export async function findDayResults(
  documents: AnalyticsDocuments,
  epoch: string,
  day: string,
  timeout: Timeout,
): Promise<PlayerDay[]> {
  const fields = { betsPaise: 1, winsPaise: 1, games: 1 }
  const options = { limit: mostPlayers }
  // A player who bets on another day meanwhile has a document too, so heads are read first.
  const heads = await documents.run(
    ({ store }) =>
      store
        .heads(epoch)
        .find({ day }, { ...options, projection: fields })
        .toArray(),
    timeout,
  )
  const found = await documents.run(
    ({ store }) =>
      store
        .playerDays(epoch)
        .find({ day }, { ...options, projection: { ...fields, playerId: 1 } })
        .toArray(),
    timeout,
  )
  const inHeads = new Set(heads.map(({ _id }) => `${_id}:${day}`))
  return [
    ...heads.map(({ _id: playerId, ...totals }) => ({ playerId, ...totals })),
    ...found.filter(({ _id }) => !inHeads.has(_id)).map(({ _id: _, ...playerDay }) => playerDay),
  ]
}

/**
 * Writes the results of a day that is over as few documents: FerretDB reads thousands of small documents in seconds. A
 * document of a later step stays.
 */
export async function packDay(documents: AnalyticsDocuments, epoch: string, day: string, step: number): Promise<void> {
  const results = await findDayResults(documents, epoch, day, ofReader)
  for (let from = 0; from < results.length; from += playersOfPack) {
    const lines = results
      .slice(from, from + playersOfPack)
      .map(({ playerId, betsPaise, winsPaise, games }) => [playerId, betsPaise, winsPaise, games].join(','))
    const filter = { _id: `${day}:${from}`, step: { $lt: step } }
    const $set = { day, step, results: lines.join('\n') }
    await documents.run(
      ({ store }) => store.results(epoch).updateOne(filter, { $set }, { upsert: true }).catch(ignoreThere),
      ofReader,
    )
  }
}

/** The results of a day that `packDay` has written. */
export async function readPackedDay(
  documents: AnalyticsDocuments,
  epoch: string,
  day: string,
  timeout: Timeout,
): Promise<PlayerDay[]> {
  const packs = await documents.run(({ store }) => store.results(epoch).find({ day }).toArray(), timeout)
  return packs.flatMap(({ results }) =>
    results.split('\n').map((line) => {
      const [playerId = '', ...totals] = line.split(',')
      const [betsPaise = 0, winsPaise = 0, games = 0] = totals.map(Number)
      return { playerId, betsPaise, winsPaise, games }
    }),
  )
}
