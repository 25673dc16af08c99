/** The newest decisions of one kind of requests. */
export interface Decisions {
  readonly count: number
  /** The median time from the request to its decision; null without decisions. */
  readonly medianMs: number | null
}

/** With fewer decisions a median says little. */
const fewest = 20
const minuteMs = 60_000

/**
 * The usual time of a decision in minutes, as players are told it. Up to an hour it is rounded up to five minutes, and
 * above to an hour. @returns null with too few decisions
 */
export function usualMinutesOf({ count, medianMs }: Decisions): number | null {
  if (count < fewest || medianMs === null) return null
  const step = medianMs <= 60 * minuteMs ? 5 : 60
  return Math.max(1, Math.ceil(medianMs / (step * minuteMs))) * step
}
