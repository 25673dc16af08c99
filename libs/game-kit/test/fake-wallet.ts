import { paise, playBet, readBalance, reserveBet, Rupees, settleBet, voidBet } from '@kismet/contracts'
import type { Booked, ErrorCode, Input } from '@kismet/contracts'
import type { Bus } from '@kismet/service-kit/bus/bus'
import { handle } from '@kismet/service-kit/handle'
import type { Handler } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'
import { standIn } from '@kismet/test-env/test-bus'
import type { TestNats } from '@kismet/test-env/test-servers'
import type { TestTokens } from '@kismet/test-env/test-tokens'

type Play = Input<typeof playBet>

/** A bet that lasts, as the wallet has it. */
interface Reserved extends Input<typeof reserveBet> {
  readonly opened: Booked
  closed?: { readonly by: 'settle' | 'void'; readonly payoutPaise: number; readonly answer: Booked }
}

/** What a wallet may do with one call: book it as its rules say, refuse it, or go wrong in a way that leaves its caller in the dark. */
export type Behaviour = (book: () => Booked) => Booked | Promise<Booked>

export const refuse =
  (code: ErrorCode): Behaviour =>
  () => {
    throw Refusal.read(code, undefined, { balance: 0, max: 0, retryAfterMs: 0 })
  }
/** Loses the call before it is booked, and its caller hears of a failure. */
export const fail: Behaviour = refuse('unavailable')
/** Books, but its caller hears of a failure. */
export const bookAndFail: Behaviour = (book) => {
  book()
  throw new Refusal('unavailable')
}

/** Books, and then falls over a bug of its own. */
export const failInside: Behaviour = (book) => {
  book()
  throw new Error('a bug')
}

/** Does what another behaviour does, once it is opened. */
export function held(behaviour: Behaviour = (book) => book()): { readonly behaviour: Behaviour; open(): void } {
  const gate = Promise.withResolvers<undefined>()
  return {
    behaviour: async (book) => {
      await gate.promise
      return behaviour(book)
    },
    open: () => gate.resolve(undefined),
  }
}

const openingPaise = 100_000_000

/** Stands in for the wallet on a real bus: keyed by bet, never negative, with a book that a test can compare with the service's own. */
export class FakeWallet {
  readonly booked = new Map<string, Play & { readonly answer: Booked }>()
  readonly reserved = new Map<string, Reserved>()
  readonly voided = new Set<string>()
  /** Every call that has arrived, in order. */
  readonly asked: Play[] = []
  readonly #balances = new Map<string, number>()
  #newestSeq = 0
  readonly #script: Behaviour[] = []
  readonly #hanging: (() => void)[] = []
  readonly #join: (operations: readonly Handler<undefined>[]) => Promise<Bus>
  #bus: Bus | undefined
  #failingVoids = 0

  constructor(nats: TestNats, tokens: TestTokens) {
    this.#join = (operations) => standIn(nats, 'wallet', tokens, operations)
  }

  async start(): Promise<void> {
    const play = handle(playBet, (_context: undefined, { input }) => {
      this.asked.push(input)
      return this.#treat(() => this.#book(input))
    })
    const reserve = handle(reserveBet, (_context: undefined, { input }) => this.#treat(() => this.#reserve(input)))
    const settle = handle(settleBet, (_context: undefined, { input }) => this.#treat(() => this.#settle(input)))
    const read = handle(readBalance, (_context: undefined, { input: { playerId } }) =>
      Promise.resolve({ balance: paise(this.balanceOf(playerId)), balanceSeq: this.#newestSeq, netResult: paise(0) }),
    )
    const voiding = handle(voidBet, (_context: undefined, { input }) => Promise.resolve().then(() => this.#void(input)))
    this.#bus = await this.#join([play, reserve, settle, voiding, read])
  }

  /** Leaves the bus; the book stays. */
  async stop(): Promise<void> {
    for (const letGo of this.#hanging.splice(0)) letGo()
    await this.#bus?.close()
    this.#bus = undefined
  }

  /** How the next calls are treated, one after the other; all later ones are booked. */
  behave(...script: Behaviour[]): void {
    this.#script.push(...script)
  }

  /** Forgets how calls that did not come were to be treated. */
  behaveAsUsual(): void {
    this.#script.length = 0
  }

  /** The next voids fail, with nothing marked. */
  failVoids(count: number): void {
    this.#failingVoids = count
  }

  /** Never answers, until the wallet stops. */
  hang(): Promise<never> {
    return new Promise((_resolve, reject) => this.#hanging.push(() => reject(new Refusal('unavailable'))))
  }

  balanceOf(playerId: string): number {
    return this.#balances.get(playerId) ?? openingPaise
  }

  setBalance(playerId: string, balancePaise: number): void {
    this.#balances.set(playerId, balancePaise)
  }

  #treat(book: () => Booked): Promise<Booked> {
    const behaviour = this.#script.shift() ?? ((usual) => usual())
    return Promise.resolve().then(() => behaviour(book))
  }

  #book(play: Play): Booked {
    const known = this.booked.get(play.betId)
    if (known !== undefined) {
      if (known.stakePaise !== play.stakePaise || known.payoutPaise !== play.payoutPaise)
        throw new Refusal('idempotency_conflict')
      return { ...known.answer, replayed: true }
    }
    if (this.voided.has(play.betId)) throw new Refusal('idempotency_conflict')
    this.#requireFunds(play)
    const answer = this.#change(play.playerId, play.payoutPaise - play.stakePaise)
    this.booked.set(play.betId, { ...play, answer })
    return answer
  }

  #requireFunds({ playerId, stakePaise }: Pick<Play, 'playerId' | 'stakePaise'>): void {
    const balance = this.balanceOf(playerId)
    if (balance >= stakePaise) return
    throw new Refusal('insufficient_balance', undefined, { balance: Rupees.encode(paise(balance)) })
  }

  #change(playerId: string, byPaise: number): Booked {
    const after = this.balanceOf(playerId) + byPaise
    this.#balances.set(playerId, after)
    this.#newestSeq += 1
    return { balancePaise: paise(after), balanceSeq: this.#newestSeq, bonusReleased: false, replayed: false }
  }

  #reserve(stake: Input<typeof reserveBet>): Booked {
    const known = this.reserved.get(stake.betId)
    if (known !== undefined) return { ...known.opened, replayed: true }
    if (this.voided.has(stake.betId)) throw new Refusal('bet_voided')
    this.#requireFunds(stake)
    const opened = this.#change(stake.playerId, 0 - stake.stakePaise)
    this.reserved.set(stake.betId, { ...stake, opened })
    return opened
  }

  #settle({ betId, playerId, stakePaise, payoutPaise }: Input<typeof settleBet>): Booked {
    const bet = this.reserved.get(betId)
    if (bet === undefined) throw new Refusal('not_found')
    if (bet.closed?.by === 'void') throw new Refusal('bet_voided')
    if (stakePaise !== bet.stakePaise) throw new Refusal('idempotency_conflict')
    if (bet.closed !== undefined) {
      if (bet.closed.payoutPaise !== payoutPaise) throw new Refusal('idempotency_conflict')
      return { ...bet.closed.answer, replayed: true }
    }
    const answer = this.#change(playerId, payoutPaise)
    bet.closed = { by: 'settle', payoutPaise, answer }
    return answer
  }

  #void({ betId, playerId }: Input<typeof voidBet>): Booked {
    if (this.#failingVoids > 0) {
      this.#failingVoids -= 1
      throw new Refusal('unavailable')
    }
    const bet = this.reserved.get(betId)
    if (this.booked.has(betId) || bet?.closed?.by === 'settle') throw new Refusal('bet_settled')
    if (bet?.closed !== undefined) return { ...bet.closed.answer, replayed: true }
    this.voided.add(betId)
    const answer = this.#change(playerId, bet?.stakePaise ?? 0)
    if (bet !== undefined) bet.closed = { by: 'void', payoutPaise: bet.stakePaise, answer }
    return answer
  }
}
