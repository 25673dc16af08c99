import type { ChartPeriod } from '@kismet/contracts'
import { dayOfHour, hourOf, startOfDay } from './calendar.ts'
import { emptyHour } from './take-entry.ts'
import type { HourTotals } from './statement.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Days of a period, today among them. */
const daysOf: Readonly<Record<ChartPeriod, number>> = { today: 1, '7d': 7, '30d': 30 }

/** Totals of an hour or a day that began at `atMs`, with the most players at one time; null where nobody has counted. */
export interface Point extends HourTotals {
  readonly atMs: number
  readonly online: number | null
}

export interface Chart {
  readonly by: 'hour' | 'day'
  readonly points: readonly Point[]
  readonly before: readonly Point[]
}

/** What is known of hours, by their names (`calendar.ts`). */
export interface KnownHours {
  readonly totals: ReadonlyMap<string, HourTotals>
  readonly online: ReadonlyMap<string, number>
}

/** When the oldest hour began that a chart of `period` needs, in ms. */
export function startOfChart(period: ChartPeriod, nowMs: number): number {
  return startOfDay(dayOfHour(hourOf(nowMs))) - (2 * daysOf[period] - 1) * dayMs
}

function pointOf(atMs: number, hours: number, known: KnownHours): Point {
  const point = { atMs, online: null as number | null, ...emptyHour }
  for (let hour = 0; hour < hours; hour += 1) {
    const name = hourOf(atMs + hour * hourMs)
    const totals = known.totals.get(name) ?? emptyHour
    for (const field of Object.keys(emptyHour) as (keyof HourTotals)[]) point[field] += totals[field]
    const online = known.online.get(name)
    if (online !== undefined) point.online = Math.max(online, point.online ?? 0)
  }
  return point
}

/** A period until now, and the one before. */
export function chartOf(period: ChartPeriod, nowMs: number, known: KnownHours): Chart {
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
