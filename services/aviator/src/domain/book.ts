import { limits } from '@kismet/contracts'
import type { ErrorCode } from '@kismet/contracts'
import { aviatorBetOutcome, flightInstantMs, flightMultiplierHundredths, roundClientSeedsMax } from '@kismet/fairness'
import type { Flight, Round } from './round.ts'

/**
 * What has become of a bet. `asked`: the wallet has not taken its stake yet. `open`: it plays. `decided`: what it pays is fixed and stored, and the wallet books it. `released`:
 * it was not accepted in time and its stake goes back; this is not stored. The others are the ends of a bet.
 */
export type BetStatus = 'asked' | 'open' | 'decided' | 'released' | EndStatus
export type EndStatus = 'cashed_out' | 'lost' | 'refunded'

/** What a bet pays. 0 for a loss. */
export interface Decision {
  readonly multiplierHundredths: number
  readonly payoutPaise: number
  /** Whether its automatic target paid. */
  readonly auto: boolean
  /** When the cash-out was received, or its target reached; the crash for a loss. Ms since the epoch, in the clock of the rounds. */
  readonly receivedAtMs: number
}

/** What the wallet has booked for the end of a bet. */
export interface Booking {
  readonly balancePaise: number
  readonly balanceSeq: number
  readonly bonusReleased: boolean
  /** In the clock of the world. */
  readonly settledAtMs: number
}

/** What is asked for when a bet is placed. */
export interface Wager {
  readonly betId: string
  readonly roundNumber: number
  readonly playerId: string
  /** Masked. */
  readonly name: string
  readonly stakePaise: number
  /** The automatic target, or null. */
  readonly targetHundredths: number | null
  readonly clientSeed: string
  readonly clientSeedByPlayer: boolean
  /** In the clock of the world. */
  readonly placedAtMs: number
}

export interface Bet extends Wager {
  readonly status: BetStatus
  /** From 1 on, in the order in which bets of the round were accepted. */
  readonly place: number | null
  readonly decision: Decision | null
  readonly booking: Booking | null
}

/** A bet whose end the wallet has booked. */
export type EndedBet = Bet & { readonly status: EndStatus; readonly booking: Booking }

/** Refused stakes of a player in a round. Each costs two commits and a call. */
const maxRefusals = 3

/** The maximum payout of a stake. */
export function exposureOf(stakePaise: number): number {
  return Math.min(limits.aviator.highestTarget * stakePaise, limits.maxWinPaise)
}

/** What a bet comes to. @param receivedAtMs when it was cashed out by hand, or null */
function decisionOf({ stakePaise, targetHundredths }: Wager, flight: Flight, receivedAtMs: number | null): Decision {
  const { crashPointHundredths, takeoffAtMs, crashAtMs } = flight
  const cashoutMs = receivedAtMs === null ? null : receivedAtMs - takeoffAtMs
  const outcome = aviatorBetOutcome({ stakePaise, crashPointHundredths, targetHundredths, cashoutMs })
  const { multiplierHundredths, payoutPaise, auto } = outcome
  const reachedAtMs = auto ? takeoffAtMs + flightInstantMs(multiplierHundredths) : crashAtMs
  return { multiplierHundredths, payoutPaise, auto, receivedAtMs: receivedAtMs ?? reachedAtMs }
}

/**
 * The bets of one round, at most one for each player. Pure: no storage and no calls. Each method
 * returns the bet in its new state. A decided bet is never decided again.
 */
export class Book {
  readonly #byPlayer = new Map<string, Bet>()
  /** Of open bets, and of those that were. */
  #exposurePaise = 0
  #places = 0
  #isClosed = false
  /** How often the wallet has refused a player's stake. */
  readonly #refusals = new Map<string, number>()

  /** @param bets those that are stored already, when a leader takes over */
  constructor(bets: Iterable<Bet> = []) {
    for (const bet of bets) {
      this.#put(bet)
      if (bet.place === null) continue
      this.#exposurePaise += exposureOf(bet.stakePaise)
      this.#places = Math.max(this.#places, bet.place)
    }
  }

  /** How many bets were accepted. */
  get accepted(): number {
    return this.#places
  }

  of(playerId: string): Bet | undefined {
    return this.#byPlayer.get(playerId)
  }

  with(status: BetStatus): Bet[] {
    return [...this.#byPlayer.values()].filter((bet) => bet.status === status)
  }

  /**
   * Takes a bet before the wallet reserves its stake. The bet counts for the cap of the round only
   * after the reserve, so that players without money cannot fill the round.
   * @returns the bet, or the reason to refuse it
   */
  ask(
    wager: Wager,
    capPaise: number,
  ): Bet | 'betting_closed' | 'bet_already_placed' | 'too_many_requests' | 'round_full' {
    const { playerId, stakePaise } = wager
    if (this.#isClosed) return 'betting_closed'
    if (this.#byPlayer.has(playerId)) return 'bet_already_placed'
    if ((this.#refusals.get(playerId) ?? 0) >= maxRefusals) return 'too_many_requests'
    if (!this.#hasRoom(stakePaise, capPaise)) return 'round_full'
    return this.#put({ ...wager, status: 'asked', place: null, decision: null, booking: null })
  }

  /** The wallet has taken the stake in time. @returns `round_full` when others were faster, or undefined when the bet was released meanwhile */
  accept({ playerId, betId }: Wager, capPaise: number): Bet | 'round_full' | undefined {
    const bet = this.#find(playerId, betId)
    if (bet?.status !== 'asked') return undefined
    if (!this.#hasRoom(bet.stakePaise, capPaise)) return 'round_full'
    this.#exposurePaise += exposureOf(bet.stakePaise)
    this.#places += 1
    return this.#put({ ...bet, status: 'open', place: this.#places })
  }

  /** The wallet has refused the stake of a bet. */
  refused({ playerId }: Wager): void {
    this.#refusals.set(playerId, (this.#refusals.get(playerId) ?? 0) + 1)
  }

  /** The bet has never been: the wallet refused it, or has given its stake back. */
  drop({ playerId, betId }: Wager): void {
    const bet = this.#find(playerId, betId)
    if (bet?.status === 'asked' || bet?.status === 'released') this.#byPlayer.delete(playerId)
  }

  /** Betting is over for good. @returns the bets that the wallet has not accepted, which are too late */
  close(): Bet[] {
    this.#isClosed = true
    return this.releaseAsked()
  }

  /** Releases the bets without an answer from the wallet. */
  releaseAsked(): Bet[] {
    return this.with('asked').flatMap((bet) => this.release(bet))
  }

  /** The stake of a bet that was not accepted goes back, should the wallet have it. @returns the bet; empty when it was accepted, or released before */
  release({ playerId, betId }: Wager): Bet[] {
    const bet = this.#find(playerId, betId)
    return bet?.status === 'asked' ? [this.#put({ ...bet, status: 'released' })] : []
  }

  /** The client seeds of the first bets accepted, in their order. */
  firstClientSeeds(): string[] {
    return [...this.#byPlayer.values()]
      .filter(({ place }) => place !== null && place <= roundClientSeedsMax)
      .sort((a, b) => (a.place ?? 0) - (b.place ?? 0))
      .map(({ clientSeed }) => clientSeed)
  }

  /**
   * Cashes a bet out by hand, decided against the computed instant of the crash.
   * @param receivedAtMs what it is priced by @returns why not, or the decided bet
   */
  cashOut(
    round: Round,
    playerId: string,
    receivedAtMs: number,
  ): Bet | Extract<ErrorCode, 'no_bet' | 'already_settled' | 'round_not_flying' | 'round_crashed'> {
    const bet = this.#byPlayer.get(playerId)
    if (bet === undefined || bet.place === null) return 'no_bet'
    if (round.phase === 'betting') return 'round_not_flying'
    if (round.phase === 'void' || bet.decision?.payoutPaise) return 'already_settled'
    const { takeoffAtMs, crashAtMs } = round.flight
    if (receivedAtMs < takeoffAtMs) return 'round_not_flying'
    if (bet.status !== 'open' || receivedAtMs >= crashAtMs) return 'round_crashed'
    return this.#decide(bet, round.flight, receivedAtMs)
  }

  /** Decides the bets whose target is reached at `nowMs`: each pays exactly its target. */
  reachTargets(flight: Flight, nowMs: number): Bet[] {
    const elapsedMs = Math.min(nowMs, flight.crashAtMs) - flight.takeoffAtMs
    const reachedHundredths = elapsedMs < 0 ? 0 : flightMultiplierHundredths(elapsedMs)
    return this.with('open')
      .filter(({ targetHundredths }) => targetHundredths !== null && targetHundredths <= reachedHundredths)
      .map((bet) => this.#decide(bet, flight, null))
  }

  /** Decides all that is still open after the crash. */
  crash(flight: Flight): Bet[] {
    return this.with('open').map((bet) => this.#decide(bet, flight, null))
  }

  /** The wallet has booked the end of a bet. */
  end(bet: Bet, booking: Booking): EndedBet {
    const status = bet.decision === null ? 'refunded' : bet.decision.payoutPaise === 0 ? 'lost' : 'cashed_out'
    const ended = { ...bet, status, booking } as const
    this.#put(ended)
    return ended
  }

  #decide(bet: Bet, flight: Flight, receivedAtMs: number | null): Bet {
    return this.#put({ ...bet, status: 'decided', decision: decisionOf(bet, flight, receivedAtMs) })
  }

  #hasRoom(stakePaise: number, capPaise: number): boolean {
    return this.#exposurePaise + exposureOf(stakePaise) <= capPaise
  }

  #find(playerId: string, betId: string): Bet | undefined {
    const bet = this.#byPlayer.get(playerId)
    return bet?.betId === betId ? bet : undefined
  }

  #put(bet: Bet): Bet {
    this.#byPlayer.set(bet.playerId, bet)
    return bet
  }
}
