import { paise, playBet, readBalance, readBet, readBets, reserveBet, Rupees, settleBet } from '@kismet/contracts'
import type { BetAnswer, Booked, ErrorCode, Input, Output, RecordedBet } from '@kismet/contracts'
import type { Bus } from '@kismet/service-kit/bus/bus'
import { isoTime } from '@kismet/service-kit/clock'
import { handle } from '@kismet/service-kit/handle'
import type { Handler } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'
import { standIn } from '@kismet/test-env/test-bus'
import type { TestNats } from '@kismet/test-env/test-servers'
import type { TestTokens } from '@kismet/test-env/test-tokens'

type Placed = Input<typeof reserveBet> & { readonly payoutPaise?: number }

/** Does a command of the wallet. */
type Command = () => BetAnswer
/** What a wallet may do with one call: book it, refuse it, or lose its answer. */
export type Behaviour = (book: Command) => BetAnswer | Promise<BetAnswer>

export const refuse =
  (code: ErrorCode): Behaviour =>
  () => {
    throw Refusal.read(code, undefined, { balance: 0, max: 0, retryAfterMs: 0 })
  }
/** Loses the call before it is booked. Its caller sees a failure. */
export const fail: Behaviour = refuse('unavailable')
/** Books, but its caller sees a failure. */
export const bookAndFail: Behaviour = (book) => {
  book()
  throw new Refusal('unavailable')
}

/** Books, and then fails with a bug of its own. */
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

/** A fake wallet on a real bus, with a ledger that a test can compare with the bets of the service. */
export class FakeWallet {
  /** The entries, in order. */
  readonly ledger: RecordedBet[] = []
  /** Every play and reserve that has arrived, in order. */
  readonly asked: Placed[] = []
  readonly #hashes = new Map<string, string>()
  readonly #balances = new Map<string, number>()
  #newestSeq = 0
  readonly #script: Behaviour[] = []
  readonly #hanging: (() => void)[] = []
  readonly #join: (operations: readonly Handler<undefined>[]) => Promise<Bus>
  #bus: Bus | undefined
  /** Holds the log back, so that the reader is behind. */
  isLogHeld = false
  /** Tells one ledger from another one that was restored. */
  #life = 0
  /** The entries that are archived: the log has them no more. */
  #archived = 0
  #keptFrom: string | null = null

  constructor(nats: TestNats, tokens: TestTokens) {
    this.#join = (operations) => standIn(nats, 'wallet', tokens, operations)
  }

  async start(): Promise<void> {
    this.#bus = await this.#join([
      handle(playBet, (_ctx: undefined, { input }) => this.#place('play', input)),
      handle(reserveBet, (_ctx: undefined, { input }) => this.#place('reserve', input)),
      handle(settleBet, (_ctx: undefined, { input }) => this.#treat(() => this.#settle(input))),
      handle(readBet, (_ctx: undefined, { input }) =>
        Promise.resolve({ bet: this.placed().find(({ betId }) => betId === input.betId) ?? null }),
      ),
      handle(readBets, (_ctx: undefined, { input }) => Promise.resolve(this.#page(input))),
      handle(readBalance, (_ctx: undefined, { input: { playerId } }) =>
        Promise.resolve({ balance: paise(this.balanceOf(playerId)), balanceSeq: this.#newestSeq, netResult: paise(0) }),
      ),
    ])
  }

  /** Leaves the bus. The ledger stays. */
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

  /** The bets of the ledger, without their ends. */
  placed(playerId?: string): RecordedBet[] {
    return this.ledger.filter((bet) => bet.kind !== 'settle' && (playerId ?? bet.playerId) === bet.playerId)
  }

  /** The ends of the games that last. */
  settled(playerId?: string): RecordedBet[] {
    return this.ledger.filter((bet) => bet.kind === 'settle' && (playerId ?? bet.playerId) === bet.playerId)
  }

  /** Restores the ledger from a backup with the first entries only. */
  restore(entries: number): void {
    this.ledger.length = entries
    this.#life += 1
  }

  /** Takes the first entries out of the log. */
  archive(entries: number): void {
    this.#archived = entries
    const last = this.ledger[entries - 1]
    this.#keptFrom = last === undefined ? null : isoTime(Date.parse(last.at) + 1)
  }

  /** Tells the readers that there are entries. */
  wake(): void {
    this.#bus?.signal(readBets.wake, {})
  }

  #page({ after, limit }: Input<typeof readBets>): Output<typeof readBets> {
    const [place = '0', life = String(this.#life)] = after === '' ? [] : after.split(':')
    if (Number(life) !== this.#life)
      return { facts: [], cursor: '', more: true, waiting: false, keptFrom: this.#keptFrom }
    const start = Math.max(Number(place), this.#archived)
    const facts = this.ledger.slice(start, this.isLogHeld ? start : start + limit)
    const next = start + facts.length
    const isEnd = next >= this.ledger.length
    return {
      facts,
      cursor: `${next}:${this.#life}`,
      more: !isEnd && !this.isLogHeld,
      waiting: !isEnd && this.isLogHeld,
    }
  }

  #treat<Answer extends Booked>(book: () => Answer): Promise<Answer> {
    const behaviour = this.#script.shift() ?? ((usual: Command) => usual())
    return Promise.resolve().then(() => behaviour(book) as Answer | Promise<Answer>)
  }

  #place(kind: 'play' | 'reserve', input: Placed): Promise<BetAnswer> {
    this.asked.push(input)
    return this.#treat(() => {
      const { betId, playerId, game, stakePaise, payoutPaise = 0, requestHash = '', detail = '' } = input
      const known = this.placed().find((bet) => bet.betId === betId)
      if (known !== undefined) {
        const { balancePaise, balanceSeq, bonusReleased } = known
        const replayed = this.#hashes.get(betId) === requestHash
        return { balancePaise, balanceSeq, bonusReleased, replayed, at: known.at, recorded: known }
      }
      const balance = this.balanceOf(playerId)
      if (balance < stakePaise)
        throw new Refusal('insufficient_balance', undefined, { balance: Rupees.encode(paise(balance)) })
      this.#hashes.set(betId, requestHash)
      const entry = { betId, playerId, game, kind, stakePaise, payoutPaise: paise(payoutPaise), detail }
      return { ...this.#book(entry, payoutPaise - stakePaise), at: this.ledger.at(-1)?.at ?? '' }
    })
  }

  #settle({ betId, playerId, stakePaise, payoutPaise, detail = '' }: Input<typeof settleBet>): Booked {
    const open = this.placed().find((bet) => bet.betId === betId)
    if (open?.kind !== 'reserve') throw new Refusal('not_found')
    const known = this.settled().find((bet) => bet.betId === betId)
    if (stakePaise !== open.stakePaise || (known !== undefined && known.payoutPaise !== payoutPaise))
      throw new Refusal('idempotency_conflict')
    if (known !== undefined) {
      const { balancePaise, balanceSeq, bonusReleased } = known
      return { balancePaise, balanceSeq, bonusReleased, replayed: true }
    }
    const entry = { betId, playerId, game: open.game, kind: 'settle' as const, stakePaise, payoutPaise, detail }
    return this.#book(entry, payoutPaise)
  }

  #book(entry: Omit<RecordedBet, 'balancePaise' | 'balanceSeq' | 'bonusReleased' | 'at'>, byPaise: number): Booked {
    const balancePaise = paise(this.balanceOf(entry.playerId) + byPaise)
    this.#balances.set(entry.playerId, balancePaise)
    this.#newestSeq += 1
    const booked = { balancePaise, balanceSeq: this.#newestSeq, bonusReleased: false }
    this.ledger.push({ ...entry, ...booked, at: new Date().toISOString() })
    this.wake()
    return { ...booked, replayed: false }
  }
}
