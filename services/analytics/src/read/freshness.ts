import { setTimeout as delay } from 'node:timers/promises'

/** What is older than that is no statement of now. */
const staleAfterMs = 60_000
/** A process that has just begun takes its first look at the ledger in that time, where nothing is wrong. */
const firstLookMs = 3_000

/** Up to which moment entries have been taken, as far as this process knows. A reader that stands still is noticed by it: what is missing is not told as nothing. */
export class Freshness {
  #untilMs = Number.NEGATIVE_INFINITY
  readonly #hasLooked = Promise.withResolvers<undefined>()

  /** All entries that were booked until a moment (ms since the epoch) have been taken. */
  takenUntil(atMs: number): void {
    this.#untilMs = Math.max(this.#untilMs, atMs)
    this.#hasLooked.resolve(undefined)
  }

  /** Waits for the first look of this process, for some seconds: one that is started beside others is asked at once, and knows nothing yet. */
  async firstLook(): Promise<void> {
    await Promise.race([this.#hasLooked.promise, delay(firstLookMs, undefined, { ref: false })])
  }

  /** Whether what can be read is behind the ledger by moments at most. */
  isFresh(nowMs: number): boolean {
    return nowMs - this.#untilMs < staleAfterMs
  }
}
