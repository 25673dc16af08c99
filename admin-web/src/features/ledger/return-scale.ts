import type { ReturnLine } from '@kismet/contracts'

/** Two-sided quantiles of the normal distribution: 95 and 99 of 100 (docs/reference/admin-api.md). */
export const [z95, z99] = [1.96, 2.576] as const

const ends = [1, 2, 4, 8, 16, 32, 64]
const most = 128

/** The end of the scale of all lines, in percentage points around the theoretical return. All bands and actual returns fit, up to a largest scale. */
export function scaleEnd(
  lines: readonly Pick<ReturnLine, 'theoryPercent' | 'actualPercent' | 'standardErrorPercent'>[],
): number {
  const reach = lines.map(({ theoryPercent, actualPercent, standardErrorPercent }) =>
    Math.max(Math.abs(actualPercent - theoryPercent), z99 * standardErrorPercent),
  )
  return ends.find((end) => reach.every((far) => far <= end)) ?? most
}

/** A distance from the theory, in percentage points, as a place on the scale, in per cent of its width. */
export function placeOf(points: number, end: number): number {
  return 50 + (50 * Math.max(-end, Math.min(end, points))) / end
}
