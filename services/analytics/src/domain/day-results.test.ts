import { describe, expect, it } from '@jest/globals'
import { pageOfDays, readPlace, writePlace } from './day-results.ts'
import type { DaySort, PlayerDay } from './day-results.ts'

const idOf = (n: number) => `0199c3a0-0000-7000-8000-00000000000${n}`
const day = (n: number, betsPaise: number, winsPaise: number, games: number): PlayerDay => ({
  playerId: idOf(n),
  betsPaise,
  winsPaise,
  games,
})
const days = [day(1, 500, 700, 3), day(2, 900, 100, 9), day(3, 500, 500, 1), day(4, 100, 0, 2)]

describe('a page of players', () => {
  it.each<[DaySort, 'asc' | 'desc', number[]]>([
    ['totalBets', 'desc', [2, 1, 3, 4]],
    ['totalBets', 'asc', [4, 1, 3, 2]],
    ['totalWins', 'desc', [1, 3, 2, 4]],
    ['netResult', 'desc', [1, 3, 4, 2]],
    ['netResult', 'asc', [2, 4, 3, 1]],
    ['gamesPlayed', 'desc', [2, 1, 4, 3]],
  ])('by %s, %s, is the same list whatever its pages', (sort, order, expected) => {
    for (const limit of [1, 2, 3, 10]) {
      const found: string[] = []
      let after: ReturnType<typeof readPlace>
      do {
        const { page, next } = pageOfDays(days, sort, order, limit, after)
        found.push(...page.map(({ playerId }) => playerId))
        after = next && readPlace(writePlace(next))
      } while (after !== undefined)
      expect(found).toEqual(expected.map(idOf))
    }
  })

  it('goes on behind a player who has left its place', () => {
    const { next } = pageOfDays(days, 'totalBets', 'desc', 2, undefined)
    const later = [day(1, 5_000, 0, 4), ...days.slice(1)]
    const { page } = pageOfDays(later, 'totalBets', 'desc', 2, next)
    expect(page.map(({ playerId }) => playerId)).toEqual([idOf(3), idOf(4)])
  })
})

it.each(['', '1', `1:${idOf(1)}x`, `x:${idOf(1)}`, `1.5:${idOf(1)}`])('%j is no place', (cursor) => {
  expect(readPlace(cursor)).toBeUndefined()
})
