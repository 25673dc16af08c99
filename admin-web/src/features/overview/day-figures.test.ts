import { describe, expect, it } from '@jest/globals'
import { paise } from '@kismet/contracts'
import type { ChartPoint } from '../../entities/watch/watch-api.ts'
import { dayFiguresOf } from './day-figures.ts'

const midnight = Date.parse('2026-11-20T18:30:00.000Z')
const hourOf = (hour: number, change: { ggr?: number; staked?: number; online?: number | null }): ChartPoint => ({
  at: new Date(midnight + hour * 3_600_000).toISOString(),
  bets: 1,
  betsAmount: paise(change.staked ?? 0),
  ggr: paise(change.ggr ?? 0),
  deposits: 1,
  depositsAmount: paise(5_000),
  withdrawals: 1,
  withdrawalsAmount: paise(2_000),
  online: change.online ?? null,
})

describe('the figures of a day', () => {
  it('are sums of its hours; beside yesterday stand the full hours alone', () => {
    const points = [
      hourOf(0, { ggr: 300, staked: 10_000, online: 4 }),
      hourOf(1, { ggr: -100, staked: 10_000, online: 9 }),
      hourOf(2, { ggr: 700, staked: 5_000, online: 2 }),
    ]
    const before = [hourOf(0, { ggr: 50 }), hourOf(1, { ggr: 50 }), hourOf(2, { ggr: 9_000 })]
    expect(dayFiguresOf({ points, before })).toEqual({
      ggr: 900,
      staked: 25_000,
      holdPercent: 3.6,
      deposited: 15_000,
      withdrawn: 6_000,
      peak: { online: 9, at: '01:00' },
      growth: { percent: 100, until: '02:00' },
    })
  })

  it.each([
    { name: 'yesterday had no gain', before: [hourOf(0, { ggr: -50 })] },
    { name: 'yesterday is not known', before: [] },
  ])('have no growth where $name', ({ before }) => {
    const points = [hourOf(0, { ggr: 300 }), hourOf(1, {})]
    expect(dayFiguresOf({ points, before })).toMatchObject({ growth: null, holdPercent: null, peak: null })
  })
})
