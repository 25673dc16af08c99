import { aviatorPayoutPaise } from '@kismet/fairness'
import type { FeedEntry } from '@kismet/contracts'
import type { z } from 'zod'

type FeedRow = z.output<typeof FeedEntry>

/** A bet of somebody in the round that is on. */
export interface LiveBet {
  /** Counts the bets of a round as they are heard. */
  readonly place: number
  readonly name: string
  readonly stakePaise: number
  /** Null while it flies, or when it was lost. */
  readonly multiplier: number | null
  readonly payoutPaise: number | null
}

/** The bets of a round as they are told, newest first. */
export interface LiveBets {
  readonly rows: readonly LiveBet[]
  /** How many bets the round has. At most `rowsKept` are listed, from the time of this tab. Null when the server did not say. */
  readonly count: number | null
  /** When the newest of them was told, in the server's clock. */
  readonly toldAt: number
}

const rowsKept = 100
export const noLiveBets: LiveBets = { rows: [], count: 0, toldAt: 0 }

const isSame = (row: LiveBet, { name, betAmount }: FeedRow): boolean =>
  row.multiplier === null && row.name === name && row.stakePaise === betAmount

function withRow({ rows, count, toldAt }: LiveBets, entry: FeedRow): LiveBets {
  const multiplier = entry.multiplier ?? null
  const payoutPaise =
    multiplier === null ? null : (entry.payout ?? aviatorPayoutPaise(entry.betAmount, Math.round(multiplier * 100)))
  const at = multiplier === null ? -1 : rows.findLastIndex((row) => isSame(row, entry))
  if (at >= 0)
    return { count, toldAt, rows: rows.map((row, place) => (place === at ? { ...row, multiplier, payoutPaise } : row)) }
  // A cash-out of a bet from before this tab came is no further bet.
  const isCounted = count === null || multiplier !== null
  const place = (rows[0]?.place ?? 0) + 1
  const row = { place, name: entry.name, stakePaise: entry.betAmount, multiplier, payoutPaise }
  return { count: isCounted ? count : count + 1, toldAt, rows: [row, ...rows].slice(0, rowsKept) }
}

/** The bets but for one of the own name and stake: the own bet is told to all with the others, and masked as theirs. */
export function othersBets(
  rows: readonly LiveBet[],
  own: { readonly name: string; readonly stakePaise: number },
): readonly LiveBet[] {
  const at = rows.findIndex(({ name, stakePaise }) => name === own.name && stakePaise === own.stakePaise)
  return at < 0 ? rows : rows.filter((_row, place) => place !== at)
}

/** The bets of a round that was on already, as a snapshot tells them. */
export const liveBetsSince = ({
  betCount,
  serverTime,
}: {
  betCount?: number | undefined
  serverTime: number
}): LiveBets => ({
  ...noLiveBets,
  count: betCount ?? null,
  toldAt: serverTime,
})

/** The bets with those that were told at `serverTime`. What was told before the newest has been heard already. */
export function withFeed(bets: LiveBets, feed: readonly FeedRow[] | undefined, serverTime: number): LiveBets {
  if (feed === undefined || serverTime <= bets.toldAt) return bets
  return feed.reduce(withRow, { ...bets, toldAt: serverTime })
}
