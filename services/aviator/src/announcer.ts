import { setImmediate as nextTurn } from 'node:timers/promises'
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
import type { Logger } from '@kismet/service-kit/logger'
import type { z } from 'zod'
import type { Bet, EndedBet } from './domain/book.ts'
import type { Round } from './domain/round.ts'
import type { Receipts } from './receipts.ts'
import { openedRound, shownCashOut, shownLoss, shownRefund } from './shown.ts'

export interface AnnouncerParts {
  readonly bus: Pick<Bus, 'signal'>
  readonly term: Term
  readonly roundClock: Clock
  readonly receipts: Pick<Receipts, 'sign'>
  readonly log: Logger
}

/**
 * Players in one message, which stays far below the limit of the bus. So many receipts are signed at
 * one time: a popular target pays a thousand bets at once, and other commands must not wait for all.
 */
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
  #ended: { readonly round: Round; readonly bet: EndedBet }[] = []
  #telling: Promise<void> = Promise.resolve()

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
      const { takeoffAtMs, clientSeed, clientSeeds } = round.flight
      const flight = { takeoffAt: takeoffAtMs, clientSeed, clientSeeds: [...clientSeeds] }
      this.#tell(aviatorTookOff, { roundId, ...flight, serverTime })
    }
    if (phase === 'crashed') {
      const { flight, end } = round
      const crashPoint = fromHundredths(flight.crashPointHundredths)
      const seeds = { serverSeed: end.serverSeed, clientSeed: flight.clientSeed, nonce: roundNumber }
      this.#tell(aviatorCrashed, { roundId, roundNumber, crashPoint, ...seeds, serverTime })
    }
    if (phase === 'void') this.#tell(aviatorVoided, { roundId, reason: round.reason, serverSeed: round.end.serverSeed })
  }

  /** Whether the feed has something to tell. */
  get isFed(): boolean {
    return this.#feed.length > 0
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

  /**
   * Tells a player of the end of a bet. Ends of one moment go together.
   * @param isAnswered the answer to a command has told the player
   */
  ended(round: Round, bet: EndedBet, isAnswered: boolean): void {
    const { status, decision } = bet
    if (status === 'cashed_out' && decision !== null) {
      const multiplier = fromHundredths(decision.multiplierHundredths)
      this.placed(round, bet, { multiplier, payout: paise(decision.payoutPaise) })
    }
    if (isAnswered || this.#ended.push({ round, bet }) > 1) return
    this.#telling = Promise.all([this.#telling, nextTurn()])
      .then(() => this.#tellEnded())
      .catch((error: unknown) => this.#parts.log.error({ err: error }, 'failed to tell players of the ends of bets'))
  }

  /** When all ends are told that have come until now. */
  async idle(): Promise<void> {
    await this.#telling
  }

  async #tellEnded(): Promise<void> {
    const all = this.#ended.splice(0)
    for (let start = 0; start < all.length; start += toldAtOnce) {
      const some = all.slice(start, start + toldAtOnce).map((one) => ({ ...one, to: one.bet.playerId }))
      const losses = some.filter(({ bet }) => bet.status === 'lost')
      this.#tellSome(
        aviatorLossesProcessed,
        losses.map(({ to, round, bet }) => ({ to, success: true as const, ...shownLoss(round, bet) })),
      )
      const refunds = some.filter(({ bet }) => bet.status === 'refunded')
      this.#tellSome(
        aviatorBetsRefunded,
        refunds.flatMap(({ to, round, bet }) => (round.phase === 'void' ? { to, ...shownRefund(round, bet) } : [])),
      )
      const paid = some.filter(({ bet }) => bet.status === 'cashed_out')
      const signing = paid.map(async ({ to, round, bet }) => {
        return { to, success: true as const, ...(await shownCashOut(round, bet, this.#parts.receipts)) }
      })
      this.#tellSome(aviatorCashedOut, await Promise.all(signing))
    }
  }

  #takeFeed(): { feed?: z.output<typeof FeedEntry>[] } {
    const feed = this.#feed.splice(0, limits.aviator.feedOfTick)
    return feed.length === 0 ? {} : { feed }
  }

  #tellSome<S extends SignalShape & { payload: z.ZodArray }>(signal: S, items: z.output<S['payload']>): void {
    if (items.length > 0) this.#tell(signal, items)
  }

  #tell<S extends SignalShape>(signal: S, payload: z.output<S['payload']>): void {
    if (this.#parts.term.isCertain()) this.#parts.bus.signal(signal, payload)
  }
}
