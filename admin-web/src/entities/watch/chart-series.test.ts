import { describe, expect, it } from '@jest/globals'
import { paise } from '@kismet/contracts'
import { slotsOf, sumOf, valuesOf, withinDays } from './chart-series.ts'
import type { ChartPoint } from './watch-api.ts'

const pointAt = (atMs: number, bets: number): ChartPoint => ({
  at: new Date(atMs).toISOString(),
  bets,
  betsAmount: paise(0),
  ggr: paise(0),
  deposits: 0,
  depositsAmount: paise(0),
  withdrawals: 0,
  withdrawalsAmount: paise(0),
  online: null,
})
const midnight = Date.parse('2026-11-20T18:30:00.000Z')

describe('the axis of time', () => {
  it('has all hours of today, of which the last that has begun runs', () => {
    const points = [pointAt(midnight, 1), pointAt(midnight + 3_600_000, 2)]
    const slots = slotsOf({ by: 'hour', points })
    expect(slots).toHaveLength(24)
    expect(slots[1]).toEqual({ name: '01:00 to 02:00', tick: null, isRunning: true })
    expect([slots[22]?.name, slots[22]?.tick, slots[23]?.name]).toEqual(['22:00 to 23:00', '22', '23:00 to 00:00'])
    expect(slots.filter(({ isRunning }) => isRunning)).toHaveLength(1)
    expect(valuesOf(points, ({ bets }) => bets, slots).slice(0, 4)).toEqual([1, 2, null, null])
    expect(sumOf(points, ({ bets }) => bets)).toBe(3)
  })

  it('has the days of a range, beside as many before it where all of those are known', () => {
    const days = Array.from({ length: 10 }, (_, day) => pointAt(midnight + day * 86_400_000, day))
    const charts = { by: 'day', before: days.slice(0, 5), points: days.slice(5) } as const
    const betsOf = (points: readonly ChartPoint[]): number[] => points.map(({ bets }) => bets)
    const middle = withinDays(charts, { from: '2026-11-25', to: '2026-11-27' })
    expect([betsOf(middle.points), betsOf(middle.before)]).toEqual([
      [4, 5, 6],
      [1, 2, 3],
    ])
    expect(slotsOf(middle).some(({ isRunning }) => isRunning)).toBe(false)
    const most = withinDays(charts, { from: '2026-11-23', to: '2026-11-30' })
    expect([betsOf(most.points), betsOf(most.before)]).toEqual([[2, 3, 4, 5, 6, 7, 8, 9], []])
    expect(slotsOf(most).at(-1)?.isRunning).toBe(true)
  })

  it.each([
    [7, 7],
    [30, 6],
  ])('of %d days names %d of them', (days, named) => {
    const points = Array.from({ length: days }, (_, day) => pointAt(midnight + day * 86_400_000, day))
    const slots = slotsOf({ by: 'day', points })
    expect(slots.filter(({ tick }) => tick !== null)).toHaveLength(named)
    expect(slots[0]?.name).toBe('21 Nov')
    expect(slots.findIndex(({ isRunning }) => isRunning)).toBe(days - 1)
  })
})
