import type { Input, getTodayProfitLoss } from '@kismet/contracts'
import type { DayTotals } from './statement.ts'

/** What a player's settled bets of a day have come to, in paise. */
export interface PlayerDay extends DayTotals {
  readonly playerId: string
}

export type DaySort = NonNullable<Input<typeof getTodayProfitLoss>['sort']>

/** A player stands behind all of a higher value, and among equals by id: a place that stays one while others bet. */
interface Place {
  readonly value: number
  readonly playerId: string
}

const valueOf: Readonly<Record<DaySort, (day: PlayerDay) => number>> = {
  totalBets: ({ betsPaise }) => betsPaise,
  totalWins: ({ winsPaise }) => winsPaise,
  netResult: ({ betsPaise, winsPaise }) => winsPaise - betsPaise,
  gamesPlayed: ({ games }) => games,
}

/** A page of players in an order, after a place. */
export function pageOfDays(
  days: readonly PlayerDay[],
  sort: DaySort,
  order: 'asc' | 'desc',
  limit: number,
  after: Place | undefined,
): { readonly page: readonly PlayerDay[]; readonly next: Place | undefined } {
  const sign = order === 'desc' ? -1 : 1
  const compare = (one: Place, other: Place) =>
    sign * (one.value - other.value) || (one.playerId < other.playerId ? -1 : Number(one.playerId > other.playerId))
  const sorted = days
    .map((day) => ({ day, playerId: day.playerId, value: valueOf[sort](day) }))
    .filter((place) => after === undefined || compare(place, after) > 0)
    .sort(compare)
  const page = sorted.slice(0, limit)
  return { page: page.map(({ day }) => day), next: sorted.length > limit ? page.at(-1) : undefined }
}

export const writePlace = ({ value, playerId }: Place): string => `${value}:${playerId}`

/** @returns undefined for a text that is no place */
export function readPlace(cursor: string): Place | undefined {
  const [, value, playerId] = /^(-?\d{1,15}):([0-9a-f-]{36})$/.exec(cursor) ?? []
  return value === undefined || playerId === undefined ? undefined : { value: Number(value), playerId }
}
