import { setTimeout as delay } from 'node:timers/promises'
import { steadyMsOf } from '@kismet/service-kit/clock'
import type { Clock } from '@kismet/service-kit/clock'
import { Refusal } from '@kismet/service-kit/refusal'

/** Statements and totals with a longer lag are stale. */
const staleAfterMs = 60_000
/** A new process usually reads the end of the log within this time. */
const firstLookMs = 3_000

/** The epoch that can be read, and its lag. Detects a stalled reader. A stale statement is refused, never shown as empty. */
export class Freshness {
  #epoch = ''
  /** Steady time until which all entries were read. A step of the machine's clock does not move steady time. */
  #untilMs = Number.NEGATIVE_INFINITY
  readonly #hasCaughtUp = Promise.withResolvers<undefined>()

  /** Notes that an epoch has all entries that were booked until a moment of steady time. */
  takenUntil(epoch: string, steadyMs: number): void {
    this.#reach(epoch, steadyMs)
    this.#hasCaughtUp.resolve(undefined)
  }

  /** Notes that an epoch has all entries until the one that was booked at `atMs`. A time in the future counts as now. */
  takenEntryOf(epoch: string, atMs: number, clock: Clock): void {
    this.#reach(epoch, steadyMsOf(clock) - Math.max(0, clock.now() - atMs))
    // An old entry may be the newest entry of the ledger: only the end of the log shows it.
    if (this.isFresh(clock)) this.#hasCaughtUp.resolve(undefined)
  }

  #reach(epoch: string, steadyMs: number): void {
    this.#untilMs = epoch === this.#epoch ? Math.max(this.#untilMs, steadyMs) : steadyMs
    this.#epoch = epoch
  }

  /** Whether the lag is less than 60 s. */
  isFresh(clock: Clock): boolean {
    return steadyMsOf(clock) - this.#untilMs < staleAfterMs
  }

  /**
   * The epoch that can be read. A new process waits up to 3 s for its first catch-up.
   * @throws Refusal `unavailable` until the first catch-up, and when the reader lags more than 60 s
   */
  async epoch(clock: Clock): Promise<string> {
    await Promise.race([this.#hasCaughtUp.promise, delay(firstLookMs, undefined, { ref: false })])
    if (!this.isFresh(clock)) throw new Refusal('unavailable')
    return this.#epoch
  }
}
