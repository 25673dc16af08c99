import { dayOf } from '@kismet/contracts'
import { formatRupees } from '@kismet/ui/format/money.ts'
import type { Slot } from '../../core/chart/plots.tsx'
import { formatCount, shortCount, shortRupees } from '../../core/format/amount.tsx'
import { formatDayOfYear, formatMoment } from '../../core/format/time.ts'
import type { ChartPoint, Charts } from './watch-api.ts'

/** Two days of India and all between them. */
export interface Days {
  readonly from: string
  readonly to: string
}

const orDash =
  (format: (value: number) => string) =>
  (value: number | null): string =>
    value === null ? '-' : format(value)
/** How charts show money and counts. */
export const rupees = { unit: 100, format: orDash(formatRupees), short: shortRupees }
export const counts = { unit: 1, format: orDash(formatCount), short: shortCount }

const hourMs = 3_600_000
const hoursOfDay = 24
/** Of so many days each has its name below the axis. */
const fewDays = 7
const namedOf = 5

const timeOf = (atMs: number): string => formatMoment(atMs).slice(0, 5)

/** What a chart shows. `isOver`: the last of `points` does not run now. */
export type Charted = Charts & { readonly isOver?: boolean }

/** Of charts by the day, the days of a range, beside as many days before the range if all of them are known. */
export function withinDays({ by, points, before }: Charts, { from, to }: Days): Charted {
  const known = [...before, ...points]
  const ahead = known.filter(({ at }) => dayOf(Date.parse(at)) < from)
  const shown = known.slice(ahead.length).filter(({ at }) => dayOf(Date.parse(at)) <= to)
  const earlier = ahead.length < shown.length ? [] : ahead.slice(ahead.length - shown.length)
  return { by, points: shown, before: earlier, isOver: shown.at(-1) !== points.at(-1) }
}

/** The axis of a chart: the 24 hours of today, or the days of a period. */
export function slotsOf({ by, points, isOver = false }: Pick<Charted, 'by' | 'points' | 'isOver'>): Slot[] {
  if (by === 'day')
    return points.map(({ at }, n) => ({
      name: formatDayOfYear(at),
      tick: points.length <= fewDays || n % namedOf === 0 ? formatDayOfYear(at) : null,
      isRunning: !isOver && n === points.length - 1,
    }))
  const startMs = Date.parse(points[0]?.at ?? '')
  return Array.from({ length: hoursOfDay }, (_, hour) => {
    const atMs = startMs + hour * hourMs
    return {
      name: `${timeOf(atMs)} to ${timeOf(atMs + hourMs)}`,
      tick: hour % 2 === 0 ? timeOf(atMs).slice(0, 2) : null,
      isRunning: hour === points.length - 1,
    }
  })
}

/** A figure of each point; null where the time has not come yet. */
export function valuesOf(
  points: readonly ChartPoint[],
  figure: (point: ChartPoint) => number | null,
  slots: readonly Slot[],
): (number | null)[] {
  return slots.map((_, at) => {
    const point = points[at]
    return point === undefined ? null : figure(point)
  })
}

/** What a figure comes to over a period. */
export function sumOf(points: readonly ChartPoint[], figure: (point: ChartPoint) => number): number {
  return points.reduce((sum, point) => sum + figure(point), 0)
}
