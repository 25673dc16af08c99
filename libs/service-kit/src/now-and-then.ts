import { steadyMsOf } from './clock.ts'
import type { Clock } from './clock.ts'

/** Lets what goes on and on be said once in a while. */
export class NowAndThen {
  readonly #clock: Clock
  readonly #everyMs: number
  readonly #saidAtMs = new Map<string, number>()

  constructor(clock: Clock, everyMs: number) {
    this.#clock = clock
    this.#everyMs = everyMs
  }

  /** Whether it is time to say something of `what`, as from then on it is not for a while. */
  isTimeFor(what: string): boolean {
    const nowMs = steadyMsOf(this.#clock)
    // In the order in which they were said.
    for (const [said, atMs] of this.#saidAtMs) {
      if (nowMs - atMs < this.#everyMs) break
      this.#saidAtMs.delete(said)
    }
    if (this.#saidAtMs.has(what)) return false
    this.#saidAtMs.set(what, nowMs)
    return true
  }
}
