import { formatMoment } from '../../core/format/time.ts'
import { sumOf } from '../../entities/watch/chart-series.ts'
import type { Charts } from '../../entities/watch/watch-api.ts'

/** What a day has come to; amounts in paise. */
export interface DayFigures {
  readonly ggr: number
  readonly staked: number
  /** What the house has kept of each ₹100 staked; null where nothing was. */
  readonly holdPercent: number | null
  readonly deposited: number
  readonly withdrawn: number
  /** The most players at one time, and in which hour; null where nobody counted. */
  readonly peak: { readonly online: number; readonly at: string } | null
  /** GGR beside yesterday's, both up to the last full hour; null where yesterday had none to compare with. */
  readonly growth: { readonly percent: number; readonly until: string } | null
}

/** The figures of the hours of today until now. The hour that runs is in all of them but `growth`: of yesterday's same hour only the whole is known. */
export function dayFiguresOf({ points, before }: Pick<Charts, 'points' | 'before'>): DayFigures {
  const ggr = sumOf(points, (point) => point.ggr)
  const staked = sumOf(points, ({ betsAmount }) => betsAmount)
  const peak = points.reduce<DayFigures['peak']>(
    (most, { online, at }) => (online !== null && online > (most?.online ?? -1) ? { online, at: hourOf(at) } : most),
    null,
  )
  const full = points.length - 1
  const fullGgr = sumOf(points.slice(0, full), (point) => point.ggr)
  const earlierGgr = sumOf(before.slice(0, full), (point) => point.ggr)
  const running = points.at(-1)
  return {
    ggr,
    staked,
    holdPercent: staked === 0 ? null : (ggr * 100) / staked,
    deposited: sumOf(points, ({ depositsAmount }) => depositsAmount),
    withdrawn: sumOf(points, ({ withdrawalsAmount }) => withdrawalsAmount),
    peak,
    growth:
      running === undefined || earlierGgr <= 0
        ? null
        : { percent: (fullGgr / earlierGgr - 1) * 100, until: hourOf(running.at) },
  }
}

const hourOf = (instant: string): string => formatMoment(instant).slice(0, 5)
