/** The newest decisions of one kind of requests. */
export interface Decisions {
  readonly count: number
  /** The time within which nine of ten decisions were made; null without decisions. */
  readonly mostWithinMs: number | null
}

/** Fewer decisions say little. */
const fewest = 20
const minuteMs = 60_000

/**
 * The usual time of a decision in minutes, as players are told it. Up to an hour it is rounded up to five minutes, and
 * above to an hour. @returns null with too few decisions
 */
export function usualMinutesOf({ count, mostWithinMs }: Decisions): number | null {
  if (count < fewest || mostWithinMs === null) return null
  const step = mostWithinMs <= 60 * minuteMs ? 5 : 60
  return Math.max(1, Math.ceil(mostWithinMs / (step * minuteMs))) * step
}
