import type { Clock } from '@kismet/service-kit/clock'

/** So many of the newest signals tell how far the clocks are apart: five seconds of a flight. */
const remembered = 50

/**
 * The clock of the service that leads the round, which prices a cash-out by the time at which this gateway received it. Learnt from the times in its signals: the
 * one that came with the smallest delay is the nearest to how far the clocks are apart.
 */
export class RoundClock implements Clock {
  readonly #own: Clock
  readonly #aheadMs: number[] = []

  constructor(own: Clock) {
    this.#own = own
  }

  /** A signal has come that was sent at `serverTime`, in ms since the epoch. */
  heard(serverTime: number): void {
    this.#aheadMs.push(this.#own.now() - serverTime)
    if (this.#aheadMs.length > remembered) this.#aheadMs.shift()
  }

  /** Somebody else may lead from now on. */
  forget(): void {
    this.#aheadMs.length = 0
  }

  /** Ms since the epoch, by the own clock as long as nothing was heard. */
  now(): number {
    const ownMs = this.#own.now()
    return this.#aheadMs.length === 0 ? ownMs : ownMs - Math.min(...this.#aheadMs)
  }
}
