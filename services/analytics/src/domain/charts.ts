import { paise } from '@kismet/contracts'
import type { ChartPeriod, ChartPoint, getCharts, Output } from '@kismet/contracts'
import { dayOfHour, hourOf, startOfDay } from './calendar.ts'
import type { HourTotals } from './statement.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Days of a period, today among them. */
const daysOf: Readonly<Record<ChartPeriod, number>> = { today: 1, '7d': 7, '30d': 30 }

/** What is known of hours, by their names (`calendar.ts`). */
export interface KnownHours {
  readonly totals: ReadonlyMap<string, HourTotals>
  readonly online: ReadonlyMap<string, number>
}

/** When the oldest hour began that a chart of `period` needs, in ms. */
export function startOfChart(period: ChartPeriod, nowMs: number): number {
  return startOfDay(dayOfHour(hourOf(nowMs))) - (2 * daysOf[period] - 1) * dayMs
}

/** The sums of some hours. `online` is null without a count. */
function pointOf(atMs: number, hours: number, known: KnownHours): ChartPoint {
  const names = Array.from({ length: hours }, (_, hour) => hourOf(atMs + hour * hourMs))
  const totals = names.flatMap((name) => known.totals.get(name) ?? [])
  const online = names.flatMap((name) => known.online.get(name) ?? [])
  const sumOf = (field: keyof HourTotals) => totals.reduce((sum, hour) => sum + hour[field], 0)
  return {
    at: new Date(atMs).toISOString(),
    bets: sumOf('bets'),
    betsAmount: paise(sumOf('betsPaise')),
    ggr: paise(sumOf('betsPaise') - sumOf('payoutsPaise')),
    deposits: sumOf('deposits'),
    depositsAmount: paise(sumOf('depositsPaise')),
    withdrawals: sumOf('withdrawals'),
    withdrawalsAmount: paise(sumOf('withdrawalsPaise')),
    online: online.length === 0 ? null : Math.max(...online),
  }
}

/** A period until now, and the one before. */
export function chartOf(period: ChartPeriod, nowMs: number, known: KnownHours): Output<typeof getCharts> {
  const by = period === 'today' ? 'hour' : 'day'
  const stepMs = by === 'hour' ? hourMs : dayMs
  const lengthMs = daysOf[period] * dayMs
  const startMs = startOfChart(period, nowMs) + lengthMs
  const points = (fromMs: number, untilMs: number) =>
    Array.from({ length: Math.ceil((untilMs - fromMs) / stepMs) }, (_, at) =>
      pointOf(fromMs + at * stepMs, stepMs / hourMs, known),
    )
  return { by, points: points(startMs, nowMs + 1), before: points(startMs - lengthMs, startMs) }
}
