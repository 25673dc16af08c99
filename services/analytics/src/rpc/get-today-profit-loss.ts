import { getTodayProfitLoss, Id, paise } from '@kismet/contracts'
import type { Output, ProfitLossRow } from '@kismet/contracts'
import { isoTime } from '@kismet/service-kit/clock'
import { handle } from '@kismet/service-kit/handle'
import { isRefusal, Refusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import { startOfDay } from '../domain/calendar.ts'
import { pageOfDays, readPlace, sumOfHours, writePlace } from '../domain/day-results.ts'
import type { PlayerDay } from '../domain/day-results.ts'
import type { DayTotals } from '../domain/statement.ts'
import { knownHours, playerOfToday, playersOfToday, today } from '../read/today.ts'
import type { PlayersOfDay } from '../read/today.ts'

type DayResult = Output<typeof getTodayProfitLoss>['total']

/** What each player has won and lost today. The sums are those of the hours, which charts have too. */
export const getTodayProfitLossHandler = handle(getTodayProfitLoss, async (ctx: Context, { input, admin }) => {
  const { search = '', sort = 'totalBets', order = 'desc', limit, cursor } = input
  const after = cursor === undefined ? undefined : readPlace(cursor)
  if (cursor !== undefined && after === undefined) throw new Refusal('invalid_request', 'The cursor is not valid.')
  const [listed, { totals }] = await Promise.all([playersOfToday(ctx), knownHours(ctx)])
  const found =
    search === '' ? listed.players : await ctx.searches.run(admin.id, () => lookThrough(ctx, listed, search))
  const { page, next } = pageOfDays(found, sort, order, limit, after)
  const day = today(ctx)
  const hours = [...totals].flatMap(([hour, one]) => (hour.startsWith(day) ? [one] : []))
  return {
    summary: await rowsOf(ctx, page),
    nextCursor: next === undefined ? null : writePlace(next),
    players: listed.players.length,
    ...(listed.isCut && ({ isCut: true } as const)),
    total: dayResult(sumOfHours(hours)),
    since: isoTime(startOfDay(day)),
  }
})

/** Listed players whose e-mail has a text in it, or whose id begins with it, and who else has that id. @throws Refusal `unavailable` when e-mails are not known */
async function lookThrough(
  ctx: Context,
  { players, isCut }: PlayersOfDay,
  search: string,
): Promise<readonly PlayerDay[]> {
  const text = search.toLowerCase()
  if (isCut && Id.safeParse(text).success) {
    const player = await playerOfToday(ctx, text)
    return player === undefined ? [] : [player]
  }
  const known = await ctx.emails.of(players.map(({ playerId }) => playerId))
  return players.filter(({ playerId }) => playerId.startsWith(text) || known.get(playerId)?.includes(text))
}

/** E-mails of players; empty while auth does not answer. The rows have everything else. */
export function knownEmails({ emails }: Context, ids: readonly string[]): ReturnType<Context['emails']['of']> {
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
export function dayResult({ betsPaise, winsPaise, games }: Omit<DayTotals, 'day'>): DayResult {
  return {
    totalBets: paise(betsPaise),
    totalWins: paise(winsPaise),
    netResult: paise(winsPaise - betsPaise),
    gamesPlayed: games,
  }
}
