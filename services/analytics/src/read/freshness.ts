import { setTimeout as delay } from 'node:timers/promises'
import { steadyMsOf } from '@kismet/service-kit/clock'
import type { Clock } from '@kismet/service-kit/clock'

/** What is older than that is no statement of now. */
const staleAfterMs = 60_000
/** A process that has just begun takes its first look at the ledger in that time, where nothing is wrong. */
const firstLookMs = 3_000

/** Up to which moment entries have been taken, as far as this process knows. A reader that stands still is noticed by it: what is missing is not told as nothing. */
export class Freshness {
  /** In steady time, which no step of the machine's clock moves. */
  #untilMs = Number.NEGATIVE_INFINITY
  readonly #hasLooked = Promise.withResolvers<undefined>()

  /** All entries that were booked until a moment of steady time have been taken. */
  takenUntil(steadyMs: number): void {
    this.#untilMs = Math.max(this.#untilMs, steadyMs)
    this.#hasLooked.resolve(undefined)
  }

  /** All up to an entry have been taken, which was booked at that time (ms since the epoch), or now where a clock says that it is still to come. */
  takenEntryOf(atMs: number, clock: Clock): void {
    this.takenUntil(steadyMsOf(clock) - Math.max(0, clock.now() - atMs))
  }

  /** Waits for the first look of this process, for some seconds: one that is started beside others is asked at once, and knows nothing yet. */
  async firstLook(): Promise<void> {
    await Promise.race([this.#hasLooked.promise, delay(firstLookMs, undefined, { ref: false })])
  }

  /** Whether what can be read is behind the ledger by moments at most. */
  isFresh(clock: Clock): boolean {
    return steadyMsOf(clock) - this.#untilMs < staleAfterMs
  }
}
