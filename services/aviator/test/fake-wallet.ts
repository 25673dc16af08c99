import { paise, readBalance, reserveBet, Rupees, settleBets, voidBet } from '@kismet/contracts'
import type { Booked, Input, Output } from '@kismet/contracts'
import type { Bus } from '@kismet/service-kit/bus/bus'
import type { Clock } from '@kismet/service-kit/clock'
import { handle } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'
import { standIn } from '@kismet/test-env/test-bus'
import type { TestNats } from '@kismet/test-env/test-servers'
import type { TestTokens } from '@kismet/test-env/test-tokens'

export const openingPaise = 10_000_000

interface Account {
  balancePaise: number
  sequence: number
}
interface Booking {
  readonly playerId: string
  readonly stakePaise: number
  state: 'open' | 'voided' | number
  answer: Booked
}

/** What becomes of a reserve: it may come late, or its answer may be lost. */
type Reserving = (book: () => Booked) => Booked | Promise<Booked>
export const loseAnswer: Reserving = (book) => {
  book()
  throw new Refusal('unavailable')
}

type Ends = Input<typeof settleBets>['bets']
type Outcomes = Output<typeof settleBets>['outcomes']
/** What becomes of a call that settles: some of its bets may be booked, and its answer may be lost. */
export type Settling = (book: (bets: Ends) => Outcomes, bets: Ends) => Outcomes | Promise<Outcomes>

/** Stands in for the wallet on a real bus: each bet is reserved, and then settled or voided, once. */
export class FakeWallet {
  readonly bets = new Map<string, Booking>()
  readonly #accounts = new Map<string, Account>()
  readonly #reserving: Reserving[] = []
  readonly #settling: Settling[] = []
  /** Calls that settle, in the number of bets of each. */
  readonly settled: number[] = []
  isDown = false
  #bus: Bus | undefined

  async start(nats: TestNats, tokens: TestTokens, clock?: Clock): Promise<void> {
    const unlessDown = <T>(work: () => T | Promise<T>): Promise<T> =>
      this.isDown ? Promise.reject(new Refusal('unavailable')) : Promise.resolve().then(work)
    this.#bus = await standIn(
      nats,
      'wallet',
      tokens,
      [
        handle(reserveBet, (_ctx: undefined, { input }) => unlessDown(() => this.#answer(input))),
        handle(settleBets, (_ctx: undefined, { input }) =>
          unlessDown(async () => {
            this.settled.push(input.bets.length)
            const settling = this.#settling.shift() ?? ((book, bets) => book(bets))
            return { outcomes: await settling((bets) => bets.map((bet) => this.#settle(bet)), input.bets) }
          }),
        ),
        handle(voidBet, (_ctx: undefined, { input }) => unlessDown(() => this.#void(input))),
        handle(readBalance, (_ctx: undefined, { input }) =>
          unlessDown(() => {
            const { balancePaise, sequence } = this.#account(input.playerId)
            return { balance: paise(balancePaise), balanceSeq: sequence, netResult: paise(0) }
          }),
        ),
      ],
      clock,
    )
  }

  async stop(): Promise<void> {
    await this.#bus?.close()
  }

  /** How the next reserves go, one after the other. */
  reserveBy(...script: Reserving[]): void {
    this.#reserving.push(...script)
  }

  /** How the next calls that settle go, one after the other. */
  settleBy(...script: Settling[]): void {
    this.#settling.push(...script)
  }

  balanceOf(playerId: string): number {
    return this.#account(playerId).balancePaise
  }

  setBalance(playerId: string, balancePaise: number): void {
    this.#account(playerId).balancePaise = balancePaise
  }

  #answer(input: Input<typeof reserveBet>): Booked | Promise<Booked> {
    const reserving = this.#reserving.shift() ?? ((book) => book())
    return reserving(() => this.#reserve(input))
  }

  #reserve({ betId, playerId, stakePaise }: Input<typeof reserveBet>): Booked {
    const known = this.bets.get(betId)
    if (known !== undefined) {
      if (known.state === 'voided') throw new Refusal('bet_voided')
      return { ...known.answer, replayed: true }
    }
    const { balancePaise } = this.#account(playerId)
    if (balancePaise < stakePaise)
      throw new Refusal('insufficient_balance', undefined, { balance: Rupees.encode(paise(balancePaise)) })
    const answer = this.#move(playerId, 0 - stakePaise)
    this.bets.set(betId, { playerId, stakePaise, state: 'open', answer })
    return answer
  }

  #settle({ betId, stakePaise, payoutPaise }: Ends[number]): Outcomes[number] {
    const bet = this.bets.get(betId)
    if (bet === undefined) return { ok: false as const, code: 'not_found' as const }
    if (bet.state === 'voided') return { ok: false as const, code: 'bet_voided' as const }
    if (bet.stakePaise !== stakePaise) return { ok: false as const, code: 'idempotency_conflict' as const }
    if (bet.state !== 'open') {
      if (bet.state !== payoutPaise) return { ok: false as const, code: 'idempotency_conflict' as const }
      return { ok: true as const, ...bet.answer, replayed: true }
    }
    bet.state = payoutPaise
    bet.answer = this.#move(bet.playerId, payoutPaise)
    return { ok: true as const, ...bet.answer }
  }

  #void({ betId, playerId }: Input<typeof voidBet>): Booked {
    const bet = this.bets.get(betId)
    if (bet === undefined) {
      const answer = this.#move(playerId, 0)
      this.bets.set(betId, { playerId, stakePaise: 0, state: 'voided', answer })
      return answer
    }
    if (bet.state === 'voided') return { ...bet.answer, replayed: true }
    if (bet.state !== 'open') throw new Refusal('bet_settled')
    bet.state = 'voided'
    bet.answer = this.#move(playerId, bet.stakePaise)
    return bet.answer
  }

  #account(playerId: string): Account {
    const account = this.#accounts.get(playerId) ?? { balancePaise: openingPaise, sequence: 0 }
    this.#accounts.set(playerId, account)
    return account
  }

  #move(playerId: string, amountPaise: number): Booked {
    const account = this.#account(playerId)
    account.balancePaise += amountPaise
    account.sequence += 1
    return {
      balancePaise: paise(account.balancePaise),
      balanceSeq: account.sequence,
      bonusReleased: false,
      replayed: false,
    }
  }
}
