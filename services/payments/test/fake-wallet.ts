import {
  creditDeposit,
  holdWithdrawal,
  listEntries,
  paise,
  payOutWithdrawal,
  readBalance,
  readDepositRules,
  releaseWithdrawal,
} from '@kismet/contracts'
import type { Booked, DepositRules, Input, LedgerEntry } from '@kismet/contracts'
import type { Bus } from '@kismet/service-kit/bus/bus'
import { handle } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'
import { standIn } from '@kismet/test-env/test-bus'
import type { TestNats } from '@kismet/test-env/test-servers'
import type { TestTokens } from '@kismet/test-env/test-tokens'

interface BookedCredit {
  readonly playerId: string
  readonly amountPaise: number
  readonly balancePaise: number
  readonly balanceSeq: number
}

/** What became of the money of a withdrawal. `refused`: a release came before any hold, so that none comes after it. */
interface Held {
  readonly playerId: string
  readonly amountPaise: number
  readonly first: Booked
  state: 'held' | 'paid-out' | 'returned' | 'refused'
}

/** Stands in for the wallet on the bus: books each step once by the id of its request, by the rules of the real one. */
export class FakeWallet {
  /** `books-and-falls`: what is asked is booked and the call fails. `books-and-hangs`: it is booked and never answered. `falls`: nothing is booked, and the call fails. */
  mode: 'answers' | 'books-and-falls' | 'books-and-hangs' | 'falls' = 'answers'
  calls = 0
  /** Sequence of the newest entry, of all players together. */
  newestSeq = 0
  inMaintenance = false
  /** Runs before a hold is decided, as something that happens meanwhile. */
  beforeHold: (() => void) | undefined
  /** Runs before a balance is told, and after rules of deposits were. */
  beforeBalance: (() => Promise<void>) | undefined
  afterRules: (() => unknown) | undefined
  /** Players of whom the ledger tells more than it is asked for. */
  readonly endless = new Set<string>()
  readonly credits = new Map<string, BookedCredit>()
  readonly held = new Map<string, Held>()
  readonly balances = new Map<string, number>()
  /** Own rules of safer play, of players who have some. */
  readonly depositRules = new Map<string, Partial<DepositRules>>()
  /** What the ledger tells of a player, newest first. */
  readonly entries = new Map<string, LedgerEntry[]>()
  readonly #nats: TestNats
  readonly #tokens: TestTokens
  readonly #hanging: (() => void)[] = []
  #bus: Bus | undefined

  constructor(nats: TestNats, tokens: TestTokens) {
    this.#nats = nats
    this.#tokens = tokens
  }

  async start(): Promise<void> {
    this.#bus = await standIn(this.#nats, 'wallet', this.#tokens, [
      handle(creditDeposit, (_context, { input }) => this.#book(() => this.#credit(input))),
      handle(holdWithdrawal, (_context, { input }) => {
        this.beforeHold?.()
        return this.#book(() => this.#hold(input))
      }),
      handle(payOutWithdrawal, (_context, { input }) => this.#book(() => this.#end(input, 'paid-out'))),
      handle(releaseWithdrawal, (_context, { input }) => this.#book(() => this.#end(input, 'returned'))),
      handle(listEntries, (_context, { input }) =>
        Promise.resolve({
          entries: this.entries.get(input.playerId) ?? [],
          nextCursor: this.endless.has(input.playerId) ? '1' : null,
        }),
      ),
      handle(readDepositRules, async (_context, { input }) => {
        const none = { limitsPaise: { day: null, week: null, month: null }, excludedUntilMs: null, isSuspended: false }
        const rules = { ...none, ...this.depositRules.get(input.playerId) }
        await this.afterRules?.()
        return rules
      }),
      handle(readBalance, async (_context, { input }) => {
        await this.beforeBalance?.()
        const balance = paise(this.balances.get(input.playerId) ?? 0)
        return { balance, balanceSeq: this.newestSeq, netResult: paise(0) }
      }),
    ])
  }

  /** Leaves the bus, as a wallet that is down. */
  async stop(): Promise<void> {
    for (const end of this.#hanging.splice(0)) end()
    await this.#bus?.close()
    this.#bus = undefined
  }

  /** What is set aside for a player, and what has left, in paise. */
  sumsOf(playerId: string): { balance: number; held: number; paidOut: number } {
    const sum = (state: Held['state']) =>
      [...this.held.values()]
        .filter((held) => held.playerId === playerId && held.state === state)
        .reduce((total, { amountPaise }) => total + amountPaise, 0)
    return { balance: this.balances.get(playerId) ?? 0, held: sum('held'), paidOut: sum('paid-out') }
  }

  async #book(book: () => Booked): Promise<Booked> {
    this.calls += 1
    if (this.mode === 'falls') throw new Refusal('unavailable')
    const booked = book()
    if (this.mode === 'books-and-falls') throw new Refusal('unavailable')
    return this.mode === 'books-and-hangs' ? this.#hang() : booked
  }

  #hang(): Promise<never> {
    return new Promise((_resolve, reject) => this.#hanging.push(() => reject(new Refusal('unavailable'))))
  }

  #move(playerId: string, amountPaise: number): Booked {
    const balancePaise = (this.balances.get(playerId) ?? 0) + amountPaise
    this.balances.set(playerId, balancePaise)
    this.newestSeq += 1
    return answerOf({ balancePaise, balanceSeq: this.newestSeq }, false)
  }

  #credit({ depositId, playerId, amountPaise }: { depositId: string; playerId: string; amountPaise: number }): Booked {
    const before = this.credits.get(depositId)
    if (before !== undefined) return answerOf(before, true)
    const { balancePaise, balanceSeq } = this.#move(playerId, amountPaise)
    this.credits.set(depositId, { playerId, amountPaise, balancePaise, balanceSeq })
    return answerOf({ balancePaise, balanceSeq }, false)
  }

  #hold({ withdrawalId, playerId, amountPaise }: { withdrawalId: string; playerId: string; amountPaise: number }) {
    const before = this.held.get(withdrawalId)
    if (before?.state === 'refused') throw new Refusal('already_decided')
    if (before !== undefined) return { ...before.first, replayed: true }
    if (this.inMaintenance) throw new Refusal('maintenance')
    if (this.depositRules.get(playerId)?.isSuspended === true) throw new Refusal('account_suspended')
    const balance = this.balances.get(playerId) ?? 0
    if (balance < amountPaise) throw new Refusal('insufficient_balance', undefined, { balance: balance / 100 })
    const first = this.#move(playerId, -amountPaise)
    this.held.set(withdrawalId, { playerId, amountPaise, first, state: 'held' })
    return first
  }

  #end(
    { withdrawalId, playerId, amountPaise }: Input<typeof payOutWithdrawal>,
    state: 'paid-out' | 'returned',
  ): Booked {
    const held = this.held.get(withdrawalId)
    const heldPaise = held?.amountPaise ?? (state === 'paid-out' ? 0 : amountPaise)
    if (held?.state !== 'refused' && heldPaise !== amountPaise) throw new Refusal('hold_differs')
    if (held === undefined) {
      const first = this.#move(playerId, 0)
      this.held.set(withdrawalId, { playerId, amountPaise: 0, first, state: 'refused' })
      return first
    }
    if (held.state === state || (held.state === 'refused' && state === 'returned')) return this.#move(playerId, 0)
    if (held.state !== 'held') throw new Refusal('already_decided')
    held.state = state
    return this.#move(playerId, state === 'returned' ? held.amountPaise : 0)
  }
}

function answerOf(
  { balancePaise, balanceSeq }: Pick<BookedCredit, 'balancePaise' | 'balanceSeq'>,
  replayed: boolean,
): Booked {
  return { balancePaise: paise(balancePaise), balanceSeq, bonusReleased: false, replayed }
}
