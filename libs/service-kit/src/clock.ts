/** Where time comes from. A test gives its own. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Milliseconds since some moment, which no step of the machine's clock moves. Without it `now` goes as it should, as that of a test does. */
  steadyMs?(): number
}

export const systemClock: Clock = { now: () => Date.now(), steadyMs: () => performance.now() }

/** The steady time of a clock, in ms. */
export function steadyMsOf(clock: Clock): number {
  return clock.steadyMs?.() ?? clock.now()
}

/** ISO 8601 in UTC with milliseconds, as the wire shows times. */
export function isoTime(epochMs: number): string {
  return new Date(epochMs).toISOString()
}
