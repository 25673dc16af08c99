import { dayOf, paise, startOfDay } from '@kismet/contracts'
import type { ChartPeriod, ChartPoint, getCharts, Output } from '@kismet/contracts'
import { hourOf } from './calendar.ts'
import type { Totals } from './statement.ts'
import { noTotals } from './take-entry.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Days of a period, today among them. */
const daysOf: Readonly<Record<ChartPeriod, number>> = { today: 1, '7d': 7, '30d': 30 }

/** What is known of hours and days, by their names (`calendar.ts`); of `online`, the peaks of hours alone. */
export interface Known {
  readonly totals: Readonly<Record<string, Totals>>
  readonly online: Readonly<Record<string, number>>
}

/** When the oldest hour began that a chart of `period` needs, in ms. */
export function startOfChart(period: ChartPeriod, nowMs: number): number {
  return startOfDay(dayOf(nowMs)) - (2 * daysOf[period] - 1) * dayMs
}

/** Whether a chart can still have an hour or a day. */
export function isCharted(name: string, nowMs: number): boolean {
  const isHour = name.length > dayOf(nowMs).length
  return name >= dayOf(startOfChart(isHour ? 'today' : '30d', nowMs))
}

/** An hour or a day. `online` is null without a count. */
function pointOf(atMs: number, name: string, known: Known): ChartPoint {
  const totals = known.totals[name] ?? noTotals
  const online = Object.entries(known.online).flatMap(([hour, peak]) => (hour.startsWith(name) ? [peak] : []))
  return {
    at: new Date(atMs).toISOString(),
    bets: totals.bets,
    betsAmount: paise(totals.betsPaise),
    ggr: paise(totals.betsPaise - totals.payoutsPaise),
    deposits: totals.deposits,
    depositsAmount: paise(totals.depositsPaise),
    withdrawals: totals.withdrawals,
    withdrawalsAmount: paise(totals.withdrawalsPaise),
    online: online.length === 0 ? null : Math.max(...online),
  }
}

/** A period until now, and the one before. */
export function chartOf(period: ChartPeriod, nowMs: number, known: Known): Output<typeof getCharts> {
  const by = period === 'today' ? 'hour' : 'day'
  const [stepMs, nameOf] = by === 'hour' ? [hourMs, hourOf] : [dayMs, dayOf]
  const beforeMs = startOfChart(period, nowMs)
  const startMs = beforeMs + daysOf[period] * dayMs
  const points = (fromMs: number, untilMs: number) =>
    Array.from({ length: Math.ceil((untilMs - fromMs) / stepMs) }, (_, at) => {
      const atMs = fromMs + at * stepMs
      return pointOf(atMs, nameOf(atMs), known)
    })
  return { by, points: points(startMs, nowMs + 1), before: points(beforeMs, startMs) }
}
