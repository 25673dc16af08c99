import { addDays } from '@kismet/contracts'
import type { Context } from '../context.ts'
import type { DayTotals } from '../domain/statement.ts'
import { findDayResults, readPackedDay } from '../ingest/day-results.ts'
import { isKnownFrom, readProgress, recentOf, sumDays } from './day-sums.ts'
import type { PlayersOfDay } from './today.ts'

export interface Days {
  readonly from: string
  readonly to: string
}

/** The results of players in a range of days. `isPartial`: some of the days are not known. */
export interface RangeResults extends PlayersOfDay {
  readonly total: DayTotals
  readonly isPartial: boolean
}

/** An answer stands so long, so that admins who page and search cost one reading. */
const freshMs = 20_000
const mostKept = 8
const withinMs = 8_000

const kept = new WeakMap<object, Map<string, { readonly atMs: number; readonly results: Promise<RangeResults> }>>()

/** What each player has bet and won in a range of days. An answer stands for 20 s. @throws Refusal `unavailable` */
export function resultsOfDays(ctx: Context, days: Days): Promise<RangeResults> {
  const answers = kept.getOrInsertComputed(ctx.documents, () => new Map())
  const name = `${days.from} ${days.to}`
  const known = answers.get(name)
  if (known !== undefined && performance.now() - known.atMs < freshMs) return known.results
  const results = readResults(ctx, days)
  answers.delete(name)
  answers.set(name, { atMs: performance.now(), results })
  for (const oldest of [...answers.keys()].slice(0, -mostKept)) answers.delete(oldest)
  results.catch(() => answers.delete(name))
  return results
}

async function readResults(ctx: Context, { from, to }: Days): Promise<RangeResults> {
  const progress = await readProgress(ctx)
  const players = new Map<string, DayTotals>()
  const recent = recentOf(progress)
  // One day after the other: several large answers at once would delay the heartbeat of the driver, which then gives up.
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const read = day in recent ? findDayResults : readPackedDay
    for (const { playerId, ...totals } of await read(ctx.documents, progress.epoch, day, { withinMs }))
      players.set(playerId, together(players.get(playerId), totals))
  }
  const { games } = (await sumDays(ctx, progress, { from, to })).sums
  const total = Object.values(games).reduce<DayTotals>(
    (sum, { bets, stakesPaise, payoutsPaise }) =>
      together(sum, { games: bets, betsPaise: stakesPaise, winsPaise: payoutsPaise }),
    together(undefined, { betsPaise: 0, winsPaise: 0, games: 0 }),
  )
  const listed = [...players]
    .map(([playerId, totals]) => ({ playerId, ...totals }))
    .toSorted((one, other) => other.betsPaise - one.betsPaise)
  return {
    players: listed,
    isCut: false,
    total,
    isPartial: !isKnownFrom(from, progress),
  }
}

const together = (one: DayTotals | undefined, other: DayTotals): DayTotals => ({
  betsPaise: (one?.betsPaise ?? 0) + other.betsPaise,
  winsPaise: (one?.winsPaise ?? 0) + other.winsPaise,
  games: (one?.games ?? 0) + other.games,
})
