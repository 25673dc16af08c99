import type { Clock } from '@kismet/service-kit/clock'

/** The newest signals: five seconds of a flight. */
const remembered = 50

/**
 * The clock of the leader of Aviator, which prices a cash-out by its time of receipt. The signal
 * with the smallest delay gives the difference between the clocks.
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

  forget(): void {
    this.#aheadMs.length = 0
  }

  /** Ms since the epoch; by the own clock before the first signal. */
  now(): number {
    const ownMs = this.#own.now()
    return this.#aheadMs.length === 0 ? ownMs : ownMs - Math.min(...this.#aheadMs)
  }
}
