import { steadyMsOf } from './clock.ts'
import type { Clock } from './clock.ts'

/** A throttle for log messages that would repeat without end. */
export class LogThrottle {
  readonly #clock: Clock
  readonly #everyMs: number
  readonly #saidAtMs = new Map<string, number>()

  constructor(clock: Clock, everyMs: number) {
    this.#clock = clock
    this.#everyMs = everyMs
  }

  /** Returns true at most once per interval for each key. */
  isTimeFor(what: string): boolean {
    const nowMs = steadyMsOf(this.#clock)
    // A Map keeps the order of insertion, so the oldest keys come first.
    for (const [said, atMs] of this.#saidAtMs) {
      if (nowMs - atMs < this.#everyMs) break
      this.#saidAtMs.delete(said)
    }
    if (this.#saidAtMs.has(what)) return false
    this.#saidAtMs.set(what, nowMs)
    return true
  }
}
