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
  paise,
} from '@kismet/contracts'
import type { SignalShape } from '@kismet/contracts'
import { fromHundredths } from '@kismet/fairness'
import type { Bus } from '@kismet/service-kit/bus/bus'
import type { Clock } from '@kismet/service-kit/clock'
import type { Term } from '@kismet/service-kit/leadership'
import type { Logger } from '@kismet/service-kit/logger'
import type { z } from 'zod'
import type { EndedBet } from './db/write-bets.ts'
import type { Feed } from './domain/feed.ts'
import type { Round } from './domain/round.ts'
import type { Receipts } from './receipts.ts'
import { openedRound, shownCashOut, shownLoss } from './shown.ts'

export interface AnnouncerParts {
  readonly bus: Pick<Bus, 'signal'>
  readonly term: Term
  readonly roundClock: Clock
  readonly receipts: Pick<Receipts, 'sign'>
  readonly log: Logger
}

interface Told {
  readonly round: Round
  readonly bet: EndedBet
  /** Its player was told by the answer to a command. */
  readonly isAnswered: boolean
}

/** Players in one message, which stays far below the limit of the bus. */
const maxPlayers = 200
/**
 * How many receipts are signed at one time. A popular target pays a thousand bets at once, and
 * other commands must not wait for all of them.
 */
const signedAtOnce = 32

/**
 * Sends events to the gateways while this process is certainly the leader. A paused leader sends no
 * events about a round that its successor may play.
 */
export class Announcer {
  readonly #parts: AnnouncerParts
  #ended: Told[] = []
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

  bets(roundId: string, feed: ReturnType<Feed['take']>): void {
    this.#tell(aviatorBetsTold, { roundId, serverTime: this.#parts.roundClock.now(), ...feed })
  }

  tick(
    roundId: string,
    tick: { multiplierHundredths: number; seq: number; serverTime: number },
    feed: ReturnType<Feed['take']>,
  ): void {
    const { multiplierHundredths, seq, serverTime } = tick
    this.#tell(aviatorTicked, { roundId, multiplier: fromHundredths(multiplierHundredths), seq, serverTime, ...feed })
  }

  /** Tells players of the ends of their bets. Ends of one moment go together. */
  ended(round: Round, bet: EndedBet, isAnswered: boolean): void {
    if (this.#ended.length === 0) setImmediate(() => this.#tellEnded())
    this.#ended.push({ round, bet, isAnswered })
  }

  /** When all ends are told that have come until now. */
  async idle(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve))
    await this.#telling
  }

  #tellEnded(): void {
    const all = this.#ended.splice(0)
    const ended = all.filter(({ isAnswered }) => !isAnswered)
    this.#tellAll(aviatorLossesProcessed, ended, ({ round, bet }) =>
      bet.status === 'lost' ? { to: bet.bet.playerId, success: true as const, ...shownLoss(round, bet) } : undefined,
    )
    this.#tellAll(aviatorBetsRefunded, ended, ({ round, bet }) => {
      if (bet.status !== 'refunded' || round.phase !== 'void') return undefined
      const balance = { balance: paise(bet.balancePaise), balanceSeq: bet.balanceSeq }
      const { roundId } = round.commitment
      return { to: bet.bet.playerId, roundId, reason: round.reason, serverSeed: round.end.serverSeed, ...balance }
    })
    const won = ended.filter(({ bet }) => bet.status === 'cashed_out')
    this.#telling = this.#telling
      .then(() => this.#tellCashOuts(won))
      .catch((error: unknown) => this.#parts.log.error({ err: error }, 'failed to send cash-outs to players'))
  }

  async #tellCashOuts(won: readonly Told[]): Promise<void> {
    const { receipts } = this.#parts
    for (let start = 0; start < won.length; start += signedAtOnce) {
      const signing = won.slice(start, start + signedAtOnce).map(async ({ round, bet }) => {
        const shown = await shownCashOut(round, bet, receipts)
        return { to: bet.bet.playerId, success: true as const, ...shown }
      })
      this.#tell(aviatorCashedOut, await Promise.all(signing))
    }
  }

  #tellAll<S extends SignalShape & { payload: z.ZodArray }, From>(
    signal: S,
    from: readonly From[],
    itemOf: (from: From) => z.output<S['payload']>[number] | undefined,
  ): void {
    const items = from.map(itemOf).filter((item) => item !== undefined)
    for (let start = 0; start < items.length; start += maxPlayers)
      this.#tell(signal, items.slice(start, start + maxPlayers) as z.output<S['payload']>)
  }

  #tell<S extends SignalShape>(signal: S, payload: z.output<S['payload']>): void {
    if (this.#parts.term.isCertain()) this.#parts.bus.signal(signal, payload)
  }
}
