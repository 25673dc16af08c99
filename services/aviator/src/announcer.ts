import {
  aviatorBetsRefunded,
  aviatorBetsTold,
  aviatorCashedOut,
  aviatorCrashed,
  aviatorLossesProcessed,
  aviatorRoundStarted,
  aviatorTicked,
  aviatorTookOff,
  aviatorVoided,
  limits,
  paise,
} from '@kismet/contracts'
import type { FeedEntry, SignalShape } from '@kismet/contracts'
import { fromHundredths } from '@kismet/fairness'
import type { Bus } from '@kismet/service-kit/bus/bus'
import type { Clock } from '@kismet/service-kit/clock'
import type { Term } from '@kismet/service-kit/leadership'
import type { z } from 'zod'
import type { Bet, EndedBet } from './domain/book.ts'
import type { Round } from './domain/round.ts'
import type { Receipts } from './receipts.ts'
import { openedRound, shownCashOut, shownFlight, shownLoss, shownRefund, voidReason } from './shown.ts'

export interface AnnouncerParts {
  readonly bus: Pick<Bus, 'signal'>
  readonly term: Term
  readonly roundClock: Clock
  readonly receipts: Pick<Receipts, 'sign'>
}

/** Players in one message, which stays far below the limit of the bus. So many receipts are signed at one time. */
const toldAtOnce = 32
/** Entries of the feed that wait. More than this is never told: those who watch could not read it either. */
const maxFed = 200

/**
 * Sends events to the gateways while this process is certainly the leader. A paused leader sends no
 * events about a round that its successor may play.
 */
export class Announcer {
  readonly #parts: AnnouncerParts
  /** Bets and cash-outs of the round of this id that wait to be told to everybody. */
  #feed: z.output<typeof FeedEntry>[] = []
  #fedRoundId = ''

  constructor(parts: AnnouncerParts) {
    this.#parts = parts
  }

  /**
   * Sends the phase of a round; again after a failover, because the event of the previous leader
   * may be lost.
   */
  phase(round: Round): void {
    const { commitment, phase } = round
    const { roundId, roundNumber } = commitment
    if (roundId !== this.#fedRoundId) this.#feed = []
    this.#fedRoundId = roundId
    const serverTime = this.#parts.roundClock.now()
    if (phase === 'betting') this.#tell(aviatorRoundStarted, { ...openedRound(commitment), serverTime })
    if (phase === 'flying') {
      this.#tell(aviatorTookOff, { roundId, ...shownFlight(round.flight), serverTime })
    }
    if (phase === 'crashed') {
      const { flight, end } = round
      const crashPoint = fromHundredths(flight.crashPointHundredths)
      const seeds = { serverSeed: end.serverSeed, clientSeed: flight.clientSeed, nonce: roundNumber }
      this.#tell(aviatorCrashed, { roundId, roundNumber, crashPoint, ...seeds, serverTime })
    }
    if (phase === 'void') this.#tell(aviatorVoided, { roundId, reason: voidReason, serverSeed: round.end.serverSeed })
  }

  /** Whether the feed has something to tell. */
  get isFed(): boolean {
    return this.#feed.length > 0
  }

  /** How many bets of the round wait on the feed. */
  get untoldBets(): number {
    return this.#feed.filter(({ multiplier }) => multiplier === undefined).length
  }

  /** The time while betting is open, with the feed. */
  bets(roundId: string): void {
    this.#tell(aviatorBetsTold, { roundId, serverTime: this.#parts.roundClock.now(), ...this.#takeFeed() })
  }

  /** A tick, with the feed. */
  tick(roundId: string, tick: { multiplierHundredths: number; seq: number; serverTime: number }): void {
    const { multiplierHundredths, seq, serverTime } = tick
    const multiplier = fromHundredths(multiplierHundredths)
    this.#tell(aviatorTicked, { roundId, multiplier, seq, serverTime, ...this.#takeFeed() })
  }

  /** Puts a bet on the feed, unless its round is over. */
  placed({ commitment }: Round, { name, stakePaise }: Bet, paid: Partial<z.output<typeof FeedEntry>> = {}): void {
    if (commitment.roundId !== this.#fedRoundId || this.#feed.length >= maxFed) return
    this.#feed.push({ name, betAmount: paise(stakePaise), ...paid })
  }

  /** Puts what a bet was paid on the feed. */
  paid(round: Round, bet: EndedBet): void {
    if (bet.status !== 'cashed_out' || bet.decision === null) return
    const { multiplierHundredths, payoutPaise } = bet.decision
    this.placed(round, bet, { multiplier: fromHundredths(multiplierHundredths), payout: paise(payoutPaise) })
  }

  /** Tells players of the ends of their bets. */
  async ended(round: Round, bets: readonly EndedBet[]): Promise<void> {
    for (let start = 0; start < bets.length; start += toldAtOnce) {
      const some = bets.slice(start, start + toldAtOnce).map((bet) => ({ bet, to: bet.playerId }))
      const those = (status: EndedBet['status']) => some.filter(({ bet }) => bet.status === status)
      const lost = those('lost').map(({ to, bet }) => ({ to, success: true as const, ...shownLoss(round, bet) }))
      this.#tell(aviatorLossesProcessed, lost)
      const refunded = those('refunded').map(({ to, bet }) => ({ to, ...shownRefund(round, bet) }))
      this.#tell(aviatorBetsRefunded, refunded)
      const signing = those('cashed_out').map(async ({ to, bet }) => {
        return { to, success: true as const, ...(await shownCashOut(round, bet, this.#parts.receipts)) }
      })
      this.#tell(aviatorCashedOut, await Promise.all(signing))
    }
  }

  #takeFeed(): { feed?: z.output<typeof FeedEntry>[] } {
    const feed = this.#feed.splice(0, limits.aviator.feedOfTick)
    return feed.length === 0 ? {} : { feed }
  }

  #tell<S extends SignalShape>(signal: S, payload: z.output<S['payload']>): void {
    const isEmpty = Array.isArray(payload) && payload.length === 0
    if (!isEmpty && this.#parts.term.isCertain()) this.#parts.bus.signal(signal, payload)
  }
}
