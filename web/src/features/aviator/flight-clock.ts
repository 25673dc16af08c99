/** How many of the newest messages are looked at, and how far their way may have been from no time at all. */
const samplesKept = 64
const longestWayMs = 250
/** For how long after the last word of the server the flight is drawn on; it is never predicted further. */
export const freezeAfterMs = 300

/**
 * The clock of the round in this browser. A message that says its time proves that the server's clock stands there or later: the quickest of the newest ones is at most its way behind. The offset that was
 * measured with pings is taken within what they allow, so that a gateway whose clock is off harms nothing.
 */
export class FlightClock {
  readonly #samples = new Float64Array(samplesKept).fill(-Infinity)
  #heard = 0
  #leastOffsetMs = -Infinity

  /** A message has arrived. All times in ms since the epoch. */
  hear(serverTime: number, nowMs: number): void {
    this.#samples[this.#heard++ % samplesKept] = serverTime - nowMs
    let least = -Infinity
    for (const sample of this.#samples) if (sample > least) least = sample
    this.#leastOffsetMs = least
  }

  /** The server's time at `nowMs` of this browser, by what `pingOffsetMs` was measured. */
  serverMs(nowMs: number, pingOffsetMs: number): number {
    const least = this.#leastOffsetMs
    if (least === -Infinity) return nowMs + pingOffsetMs
    return nowMs + Math.min(Math.max(pingOffsetMs, least), least + longestWayMs)
  }
}

/** How long a flight has lasted, as far as it may be drawn: up to `freezeAfterMs` after the last word of it. 0 before take-off. */
export function flightMs(serverMs: number, takeoffAt: number, heardAt: number): number {
  return Math.max(0, Math.min(serverMs, heardAt + freezeAfterMs) - takeoffAt)
}
