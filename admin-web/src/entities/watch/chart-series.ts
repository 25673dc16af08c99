import type { Slot } from '../../core/chart/bar-chart.tsx'
import { formatDayOfYear, formatMoment } from '../../core/format/time.ts'
import type { ChartPoint, Charts } from './watch-api.ts'

const hourMs = 3_600_000
const hoursOfDay = 24
/** Of so many days each has its name below the axis. */
const fewDays = 7
const namedOf = 5

const timeOf = (atMs: number): string => formatMoment(atMs).slice(0, 5)

/** The axis of a chart: the 24 hours of today, or the days of a period. The last of `points` runs now. */
export function slotsOf({ by, points }: Pick<Charts, 'by' | 'points'>): Slot[] {
  if (by === 'day')
    return points.map(({ at }, n) => ({
      name: formatDayOfYear(at),
      tick: points.length <= fewDays || n % namedOf === 0 ? formatDayOfYear(at) : null,
      isRunning: n === points.length - 1,
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
