/** Where time comes from. A test gives its own. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

/** ISO 8601 in UTC with milliseconds, as the wire shows times. */
export function isoTime(epochMs: number): string {
  return new Date(epochMs).toISOString()
}
