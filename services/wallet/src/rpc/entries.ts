import {
  adminGetEntry,
  adminListEntries,
  gamesOfServices,
  Id,
  instantsOf,
  listEntries,
  readBet,
  readBets,
  readEntries,
} from '@kismet/contracts'
import type { LedgerEntry, RecordedBet } from '@kismet/contracts'
import { factsOf, isLost } from '@kismet/service-kit/facts'
import { handle } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'
import type { WalletContext } from '../context.ts'
import {
  betColumns,
  entriesBefore,
  entriesWithBonus,
  entryColumns,
  ofPlace,
  ofPlayerBeforeWithin,
  ofReference,
  readAdminEntries,
  readKeptFrom,
  readPlacedBet,
} from '../db/read-entries.ts'

const newest = 2_147_483_647

/** @throws Refusal `invalid_request` */
function sequenceOf(cursor: string | undefined): number {
  if (cursor !== undefined && !/^[1-9]\d{0,8}$/.test(cursor))
    throw new Refusal('invalid_request', 'cursor is not valid.')
  return cursor === undefined ? newest : Number(cursor)
}

/** Of one entry more than the page has: then there is another page. */
function pageOf<Entry extends { readonly sequence: number }>(
  found: readonly Entry[],
  limit: number,
): { entries: Entry[]; nextCursor: string | null } {
  const entries = found.slice(0, limit)
  const last = entries.at(-1)
  return { entries, nextCursor: found.length > limit && last !== undefined ? String(last.sequence) : null }
}

/** A player's entries are booked one after the other, so that the order of transactions is that of their sequence. */
const order = [
  ['entry.transaction_id', 'xid8'],
  ['entry.account_no', 'integer'],
  ['entry.sequence', 'integer'],
] as const

const log = factsOf({
  name: 'entries',
  from: 'entry JOIN account USING (account_no)',
  columns: entryColumns,
  order,
  factOf: (row: LedgerEntry) => row,
})

/** The log of a game service's bets. */
const betLogOf = (games: readonly string[]) =>
  factsOf({
    name: 'bets',
    from: entriesWithBonus,
    columns: betColumns,
    order,
    factOf: (row: RecordedBet) => row,
    isFor: ({ game }) => games.includes(game),
  })
const betLogs = new Map(Object.entries(gamesOfServices).map(([service, games]) => [service, betLogOf(games)]))

export const entryOperations = [
  handle(readEntries, async (ctx: WalletContext, call) => {
    const page = await log(ctx, call)
    return call.input.after === '' ? { ...page, keptFrom: await readKeptFrom(ctx.db) } : page
  }),
  handle(readBets, async (ctx: WalletContext, call) => {
    const betLog = betLogs.get(call.asker ?? '')
    if (betLog === undefined) throw new Refusal('forbidden')
    const page = await betLog(ctx, call)
    return isLost(call.input.after, page) ? { ...page, keptFrom: await readKeptFrom(ctx.db) } : page
  }),
  handle(readBet, async ({ db }: WalletContext, { input, asker = 'gateway' }) => {
    const bet = await readPlacedBet(db, input.betId)
    const isOwn = gamesOfServices[asker]?.some((game) => game === bet?.game) === true
    return { bet: bet !== undefined && isOwn ? bet : null }
  }),
  // The cursor is the sequence of the last entry that was shown.
  handle(listEntries, async ({ db }: WalletContext, { input }) => {
    const { playerId, limit, cursor } = input
    return pageOf(await entriesBefore(db, playerId, sequenceOf(cursor), limit + 1), limit)
  }),
  handle(adminListEntries, async ({ db }: WalletContext, { input }) => {
    const { playerId, reference, limit } = input
    const before = sequenceOf(input.cursor)
    if (reference === undefined) {
      const within = Object.values(instantsOf(input)).map((ms) => (ms === undefined ? null : new Date(ms)))
      const found = await readAdminEntries(db, ofPlayerBeforeWithin, [playerId, before, limit + 1, ...within])
      return pageOf(found, limit)
    }
    const found = await readAdminEntries(db, ofReference, [reference])
    return pageOf(
      found.filter((entry) => playerId === undefined || entry.playerId === playerId),
      limit,
    )
  }),
  handle(adminGetEntry, async ({ db }: WalletContext, { input: { id } }) => {
    const [, playerId = '', sequence] = /^([^:]+):([1-9]\d{0,8})$/.exec(id) ?? []
    const isPlace = Id.safeParse(playerId).success
    const [entry] = isPlace ? await readAdminEntries(db, ofPlace, [playerId, Number(sequence)]) : []
    if (entry === undefined) throw new Refusal('not_found')
    return { entry }
  }),
]
