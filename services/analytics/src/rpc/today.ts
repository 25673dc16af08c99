import { dayOf, getCharts, getPlayerDayStatement, getTodayProfitLoss, paise, startOfDay } from '@kismet/contracts'
import type { Output, ProfitLossRow } from '@kismet/contracts'
import { isoTime } from '@kismet/service-kit/clock'
import { handle } from '@kismet/service-kit/handle'
import type { Handler } from '@kismet/service-kit/handle'
import { isRefusal, Refusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import { chartOf } from '../domain/charts.ts'
import { pageOfDays, readPlace, writePlace } from '../domain/day-results.ts'
import type { PlayerDay } from '../domain/day-results.ts'
import type { DayTotals } from '../domain/statement.ts'
import { emptyHead, noTotals } from '../domain/take-entry.ts'
import { openStatement } from '../read/statement.ts'
import { resultsOfDays } from '../read/player-days.ts'
import { daysOf, lookThrough } from '../read/profit-loss.ts'
import { playersOfToday, readTotals } from '../read/today.ts'
import type { PlayersOfDay } from '../read/today.ts'

/** A chart covers three months at most, and a clock may be ahead. */
const monthsOfCharts = 4

/** What admins watch: each player's results of today, a player's lines of today, and charts. The sums are those of the charts. */
export const todayOperations: readonly Handler<Context>[] = [
  handle(getTodayProfitLoss, async (ctx: Context, { input, admin }) => {
    const { search = '', sort = 'totalBets', order = 'desc', limit, cursor } = input
    const after = cursor === undefined ? undefined : readPlace(cursor)
    if (cursor !== undefined && after === undefined) throw new Refusal('invalid_request', 'The cursor is not valid.')
    const today = dayOf(ctx.clock.now())
    const days = daysOf(input, today)
    const listed = await (days === undefined
      ? resultsOfToday(ctx, today)
      : ctx.statements.run(admin.id, () => resultsOfDays(ctx, days)))
    const found =
      search === '' ? listed.players : await ctx.statements.run(admin.id, () => lookThrough(ctx, listed, search))
    const { page, next } = pageOfDays(found, sort, order, limit, after)
    return {
      summary: await rowsOf(ctx, page),
      nextCursor: next === undefined ? null : writePlace(next),
      players: listed.players.length,
      ...(listed.isCut && ({ isCut: true } as const)),
      total: dayResult(listed.total),
      since: isoTime(startOfDay(days?.from ?? today)),
      ...(listed.isPartial && ({ isPartial: true } as const)),
    }
  }),
  handle(getPlayerDayStatement, async (ctx: Context, { input: { userId, limit, cursor }, admin }) => {
    const day = dayOf(ctx.clock.now())
    const since = isoTime(startOfDay(day))
    const [statement, statements] = await ctx.statements.run(admin.id, async () => {
      const opened = await openStatement(ctx, userId, {}, { cursor, since })
      return [opened, await opened.take(limit)] as const
    })
    const email = (await knownEmails(ctx, [userId])).get(userId) ?? null
    return {
      user: { _id: userId, email, username: null },
      statements,
      nextCursor: statement.cursor(),
      total: dayResult(statement.head.day === day ? statement.head : emptyHead),
    }
  }),
  handle(getCharts, async (ctx: Context, { input: { period } }) => {
    const totals = await readTotals(ctx)
    const months = await ctx.documents.run(({ store }) =>
      store.online.find({}, { sort: { _id: -1 }, limit: monthsOfCharts }).toArray(),
    )
    const online = Object.fromEntries(months.flatMap(({ peaks }) => Object.entries(peaks)))
    return chartOf(period, ctx.clock.now(), { totals, online })
  }),
]

/** What players have bet and won, and the sum of all. */
interface Results extends PlayersOfDay {
  readonly total: DayTotals
  readonly isPartial: boolean
}

async function resultsOfToday(ctx: Context, today: string): Promise<Results> {
  const [listed, totals] = await Promise.all([playersOfToday(ctx), readTotals(ctx)])
  const { bets, betsPaise, payoutsPaise } = totals[today] ?? noTotals
  return { ...listed, total: { games: bets, betsPaise, winsPaise: payoutsPaise }, isPartial: false }
}

/** E-mails of players; empty while auth does not answer. The rows have everything else. */
function knownEmails({ emails }: Context, ids: readonly string[]): ReturnType<Context['emails']['of']> {
  return emails.of(ids).catch((error: unknown) => {
    if (!isRefusal(error, 'unavailable')) throw error
    return new Map<string, string>()
  })
}

async function rowsOf(ctx: Context, page: readonly PlayerDay[]): Promise<ProfitLossRow[]> {
  const ids = page.map(({ playerId }) => playerId)
  const emails = await knownEmails(ctx, ids)
  return page.map(({ playerId, ...day }) => {
    const net = day.winsPaise - day.betsPaise
    const status = net === 0 ? 'even' : net > 0 ? 'profit' : 'loss'
    const email = emails.get(playerId) ?? null
    return { _id: playerId, userId: playerId, username: null, email, ...dayResult(day), status }
  })
}

/** Settled bets of a day as admins see them. */
function dayResult({ betsPaise, winsPaise, games }: DayTotals): Output<typeof getTodayProfitLoss>['total'] {
  return {
    totalBets: paise(betsPaise),
    totalWins: paise(winsPaise),
    netResult: paise(winsPaise - betsPaise),
    gamesPlayed: games,
  }
}
