import { aviatorRoundStarted } from '@kismet/contracts'
import type { SignalShape } from '@kismet/contracts'
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

  /** A signal has come. Those of a round say when they were sent, in ms since the epoch. */
  hear(signal: SignalShape, payload: unknown): void {
    // Another leader may run the next round.
    if (signal === aviatorRoundStarted) this.#aheadMs.length = 0
    const { serverTime } = payload as { readonly serverTime?: number }
    if (serverTime === undefined) return
    this.#aheadMs.push(this.#own.now() - serverTime)
    if (this.#aheadMs.length > remembered) this.#aheadMs.shift()
  }

  /** Ms since the epoch; by the own clock before the first signal. */
  now(): number {
    const ownMs = this.#own.now()
    return this.#aheadMs.length === 0 ? ownMs : ownMs - Math.min(...this.#aheadMs)
  }
}
