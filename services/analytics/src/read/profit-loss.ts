import { addDays, dayOf, Id, limits } from '@kismet/contracts'
import type { DayRange } from '@kismet/contracts'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import type { PlayerDay } from '../domain/day-results.ts'
import type { Days } from './player-days.ts'
import { readHead } from './statement.ts'
import type { PlayersOfDay } from './today.ts'

/** The days of a query; undefined for today. @throws Refusal `invalid_request` for too many days */
export function daysOf({ from, to }: DayRange, today: string): Days | undefined {
  if (from === undefined && to === undefined) return undefined
  const last = to === undefined || to > today ? today : to
  const days = { from: from ?? last, to: last }
  const { rangeDays } = limits.reports
  if (addDays(days.from, rangeDays) <= days.to)
    throw new Refusal('invalid_request', `A range has at most ${rangeDays} days.`)
  return days
}

/** Listed players whose e-mail has a text in it, or whose id begins with it, and who else has that id. @throws Refusal `unavailable` when e-mails are not known */
export async function lookThrough(
  ctx: Context,
  { players, isCut }: PlayersOfDay,
  search: string,
): Promise<readonly PlayerDay[]> {
  const text = search.toLowerCase()
  if (isCut && Id.safeParse(text).success) {
    const { head } = await readHead(ctx, text)
    return head.day === dayOf(ctx.clock.now()) ? [{ playerId: text, ...head }] : []
  }
  const known = await ctx.emails.of(players.map(({ playerId }) => playerId))
  return players.filter(({ playerId }) => playerId.startsWith(text) || known.get(playerId)?.includes(text))
}
