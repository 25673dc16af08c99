import { setTimeout as delay } from 'node:timers/promises'
import { steadyMsOf } from '@kismet/service-kit/clock'
import type { Clock } from '@kismet/service-kit/clock'
import { Refusal } from '@kismet/service-kit/refusal'

/** What is older than that is no statement of now. */
const staleAfterMs = 60_000
/** A process that has just begun takes its first look at the ledger in that time, where nothing is wrong. */
const firstLookMs = 3_000

/** What can be read, as far as this process knows, and up to which moment entries have been taken. A reader that stands still is noticed by it: what is missing is not told as nothing. */
export class Freshness {
  #epoch = ''
  /** In steady time, which no step of the machine's clock moves. */
  #untilMs = Number.NEGATIVE_INFINITY
  readonly #hasLooked = Promise.withResolvers<undefined>()

  /** All entries that were booked until a moment of steady time have been taken in an epoch. */
  takenUntil(epoch: string, steadyMs: number): void {
    this.#reach(epoch, steadyMs)
    this.#hasLooked.resolve(undefined)
  }

  /** All up to an entry have been taken, which was booked at that time (ms since the epoch), or now where a clock says that it is still to come. */
  takenEntryOf(epoch: string, atMs: number, clock: Clock): void {
    this.#reach(epoch, steadyMsOf(clock) - Math.max(0, clock.now() - atMs))
    // An old entry can be the newest one of the ledger: only a look at the ledger tells.
    if (this.isFresh(clock)) this.#hasLooked.resolve(undefined)
  }

  #reach(epoch: string, steadyMs: number): void {
    this.#untilMs = epoch === this.#epoch ? Math.max(this.#untilMs, steadyMs) : steadyMs
    this.#epoch = epoch
  }

  /** Whether what can be read is behind the ledger by moments at most. */
  isFresh(clock: Clock): boolean {
    return steadyMsOf(clock) - this.#untilMs < staleAfterMs
  }

  /**
   * The epoch of what can be read. A process that is started beside others is asked at once, and waits some seconds for its first look.
   * @throws Refusal `unavailable` while not all entries have been taken that were there at the beginning, and when none have been for a while
   */
  async epoch(clock: Clock): Promise<string> {
    await Promise.race([this.#hasLooked.promise, delay(firstLookMs, undefined, { ref: false })])
    if (!this.isFresh(clock)) throw new Refusal('unavailable')
    return this.#epoch
  }
}
