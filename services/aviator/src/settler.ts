import { setTimeout as delay } from 'node:timers/promises'
import { maxBetsSettled, paise, settleBets, voidBet } from '@kismet/contracts'
import type { ErrorCode, Output } from '@kismet/contracts'
import type { Bus } from '@kismet/service-kit/bus/bus'
import type { Clock } from '@kismet/service-kit/clock'
import type { Logger } from '@kismet/service-kit/logger'
import { isRefusal, Refusal } from '@kismet/service-kit/refusal'
import type { Booking, EndedBet } from './db/write-bets.ts'
import type { Bet } from './domain/book.ts'
import type { Telemetry } from './telemetry.ts'

export interface SettlerParts {
  readonly bus: Pick<Bus, 'call'>
  readonly clock: Clock
  /** Aborted when the settler must stop asking the wallet. */
  readonly over: AbortSignal
  readonly log: Logger
  readonly telemetry: Telemetry
}

interface Waiting {
  readonly bet: Bet
  readonly resolve: (ended: EndedBet) => void
  readonly reject: (error: unknown) => void
}

/** Calls to the wallet at one time. */
const maxCalls = 8
/** How many stakes are returned at one time, each by its own call. */
const maxRefunds = 128
const retryAfterMs = 300

/** Refusals that leave open what the wallet has done. */
const inDoubt: readonly ErrorCode[] = ['unavailable', 'internal', 'too_many_requests']

type BookedOutcome = Extract<Output<typeof settleBets>['outcomes'][number], { ok: true }>

/**
 * Has the wallet book the ends of bets that are decided and stored: those that wait at one moment go in one call. Each is asked for until the wallet has answered it, or the
 * term is over; the successor asks again, and the wallet books it once.
 */
export class Settler {
  readonly #parts: SettlerParts
  #waiting: Waiting[] = []
  #calls = 0
  #isAsked = false
  #unbooked = 0
  readonly #refunds: (() => void)[] = []
  #refunding = 0

  constructor(parts: SettlerParts) {
    this.#parts = parts
  }

  /** @returns when the wallet has booked the decision @throws Refusal `internal` when the wallet refuses it, `unavailable` when the term is over */
  settle(bet: Bet): Promise<EndedBet> {
    this.#unbooked += 1
    const settled = new Promise<EndedBet>((resolve, reject) => this.#waiting.push({ bet, resolve, reject }))
    this.#ask()
    return settled.then((ended) => {
      this.#unbooked -= 1
      return ended
    })
  }

  /** Decided bets that the wallet has not booked, or refuses to book. */
  get unbooked(): number {
    return this.#unbooked
  }

  /** Gives a stake back, or makes sure that it is never taken. @throws Refusal as `settle` */
  async refund(bet: Bet, reason: string): Promise<EndedBet> {
    if (this.#refunding >= maxRefunds) await new Promise<void>((resolve) => this.#refunds.push(resolve))
    this.#refunding += 1
    try {
      const { betId, playerId } = bet
      const call = () => this.#parts.bus.call(voidBet, { betId, playerId, reason }, { requestId: `void-${betId}` })
      return endOf(bet, 'refunded', await this.#untilAnswered(call), this.#parts.clock)
    } finally {
      this.#refunding -= 1
      this.#refunds.shift()?.()
    }
  }

  #ask(): void {
    if (this.#isAsked || this.#waiting.length === 0 || this.#calls >= maxCalls) return
    this.#isAsked = true
    // All that is decided in this turn of the event loop goes in one call.
    setImmediate(() => {
      this.#isAsked = false
      void this.#book(this.#waiting.splice(0, maxBetsSettled))
      this.#ask()
    })
  }

  async #book(batch: readonly Waiting[]): Promise<void> {
    this.#calls += 1
    let rest = batch
    try {
      while (rest.length > 0) rest = await this.#bookOnce(rest)
    } catch (error) {
      for (const { reject } of rest) reject(error)
    }
    this.#calls -= 1
    this.#ask()
  }

  /** @returns those that have to be asked for again */
  async #bookOnce(batch: readonly Waiting[]): Promise<Waiting[]> {
    const { bus, clock, log, telemetry } = this.#parts
    const bets = batch.map(({ bet }) => ({
      betId: bet.betId,
      playerId: bet.playerId,
      stakePaise: paise(bet.stakePaise),
      payoutPaise: paise(bet.decision?.payoutPaise ?? 0),
    }))
    const requestId = `settle-${batch[0]?.bet.roundNumber}`
    const { outcomes } = await this.#untilAnswered(() => bus.call(settleBets, { bets }, { requestId }))
    const again: Waiting[] = []
    batch.forEach((waiting, index) => {
      const { bet, resolve, reject } = waiting
      const outcome = outcomes[index]
      if (outcome?.ok === true) {
        telemetry.ended(bet)
        resolve(endOf(bet, bet.decision?.payoutPaise === 0 ? 'lost' : 'cashed_out', outcome, clock))
      } else if (outcome === undefined || outcome.code === 'unavailable') {
        again.push(waiting)
      } else {
        log.error({ betId: bet.betId, code: outcome.code }, 'the wallet refused to settle a bet')
        reject(new Refusal('internal'))
      }
    })
    if (again.length > 0) await this.#pause()
    return again
  }

  /** Asks until there is an answer. @throws Refusal `unavailable` when the term is over, and what the wallet refuses with */
  async #untilAnswered<T>(call: () => Promise<T>): Promise<T> {
    const { over, log } = this.#parts
    for (;;) {
      if (over.aborted) throw new Refusal('unavailable')
      try {
        return await call()
      } catch (error) {
        if (isRefusal(error) && !inDoubt.includes(error.code)) throw error
        log.warn({ err: error }, 'the wallet did not answer; retrying to settle bets')
        await this.#pause()
      }
    }
  }

  async #pause(): Promise<void> {
    await delay(retryAfterMs, undefined, { signal: this.#parts.over }).catch(() => undefined)
  }
}

function endOf(
  bet: Bet,
  status: EndedBet['status'],
  { balancePaise, balanceSeq, bonusReleased }: Omit<BookedOutcome, 'ok' | 'replayed'> | Omit<Booking, 'settledAtMs'>,
  clock: Clock,
): EndedBet {
  return { bet, status, balancePaise, balanceSeq, bonusReleased, settledAtMs: clock.now() }
}
