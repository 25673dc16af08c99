import { describe, expect, it } from '@jest/globals'
import type { ChartPeriod } from '@kismet/contracts'
import { chartOf, isCharted, startOfChart } from './charts.ts'
import { noTotals } from './take-entry.ts'

const bets = (count: number) => ({ ...noTotals, bets: count })
const known = {
  totals: {
    ...{ '2026-11-20T23': bets(1), '2026-11-21T00': bets(2), '2026-11-21T17': bets(4) },
    ...{ '2026-11-20': bets(1), '2026-11-21': bets(6), '2026-11-15': bets(8), '2026-11-14': bets(16) },
    '2026-10-22': bets(32),
  },
  online: { '2026-11-21T00': 7, '2026-11-21T17': 3 },
}
/** 17:42 in India, and the last and first moments of a day there. */
const [now, lastMoment, midnight] = ['2026-11-21T12:12:05.000Z', '2026-11-21T18:29:59.999Z', '2026-11-21T18:30:00.000Z']

describe('the chart of a period', () => {
  it.each<[ChartPeriod, string, string, number, number, number]>([
    ['today', now, '2026-11-20T18:30:00.000Z', 18, 24, 6],
    ['today', lastMoment, '2026-11-20T18:30:00.000Z', 24, 24, 6],
    ['today', midnight, '2026-11-21T18:30:00.000Z', 1, 24, 0],
    ['7d', now, '2026-11-14T18:30:00.000Z', 7, 7, 15],
    ['30d', now, '2026-10-22T18:30:00.000Z', 30, 30, 31],
  ])('%s at %s begins at %s', (period, at, start, length, lengthBefore, sum) => {
    const { points, before } = chartOf(period, Date.parse(at), known)
    expect(points[0]?.at).toBe(start)
    expect([points.length, before.length]).toEqual([length, lengthBefore])
    expect(points.reduce((total, point) => total + point.bets, 0)).toBe(sum)
    expect(Date.parse(before[0]?.at ?? '')).toBe(startOfChart(period, Date.parse(at)))
    const stepMs = period === 'today' ? 3_600_000 : 86_400_000
    ;[...before, ...points].forEach((point, n, all) => {
      if (n > 0) expect(Date.parse(point.at)).toBe(Date.parse(all[n - 1]?.at ?? '') + stepMs)
    })
  })

  it('has the most players that were online, and no number where nobody has counted', () => {
    const { points } = chartOf('today', Date.parse(now), known)
    expect([points[0]?.online, points[1]?.online, points[17]?.online]).toEqual([7, null, 3])
    expect(chartOf('7d', Date.parse(now), known).points.map(({ online }) => online)).toEqual([
      null,
      null,
      null,
      null,
      null,
      null,
      7,
    ])
  })
})

it('needs hours since yesterday, and days of twice the longest period', () => {
  const isKept = (name: string) => isCharted(name, Date.parse(now))
  expect(['2026-11-20T00', '2026-11-21T17', '2026-09-23', '2026-11-21'].map(isKept)).toEqual([true, true, true, true])
  expect(['2026-11-19T23', '2026-09-22'].map(isKept)).toEqual([false, false])
})
