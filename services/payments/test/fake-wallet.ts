import { creditDeposit, paise, readBalance } from '@kismet/contracts'
import type { Booked } from '@kismet/contracts'
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

/** Stands in for the wallet on the bus: books a credit once by the deposit's id, as the real one does. */
export class FakeWallet {
  /** `books-and-falls`: the credit is booked and the call fails. `books-and-hangs`: it is booked and never answered. */
  mode: 'answers' | 'books-and-falls' | 'books-and-hangs' = 'answers'
  calls = 0
  /** Sequence of the newest entry, of all players together. */
  newestSeq = 0
  readonly credits = new Map<string, BookedCredit>()
  readonly balances = new Map<string, number>()
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
      handle(creditDeposit, (_context, { input }) => {
        const booked = this.#credit(input)
        return this.mode === 'books-and-hangs' ? this.#hang() : Promise.resolve(booked)
      }),
      handle(readBalance, (_context, { input }) =>
        Promise.resolve({
          balance: paise(this.balances.get(input.playerId) ?? 0),
          balanceSeq: this.newestSeq,
          netResult: paise(0),
        }),
      ),
    ])
  }

  /** Leaves the bus, as a wallet that is down. */
  async stop(): Promise<void> {
    for (const end of this.#hanging.splice(0)) end()
    await this.#bus?.close()
    this.#bus = undefined
  }

  #hang(): Promise<never> {
    return new Promise((_resolve, reject) => this.#hanging.push(() => reject(new Refusal('unavailable'))))
  }

  #credit({ depositId, playerId, amountPaise }: { depositId: string; playerId: string; amountPaise: number }) {
    this.calls += 1
    const before = this.credits.get(depositId)
    if (before !== undefined) return answerOf(before, true)
    const balancePaise = (this.balances.get(playerId) ?? 0) + amountPaise
    this.balances.set(playerId, balancePaise)
    this.newestSeq += 1
    const booked = { playerId, amountPaise, balancePaise, balanceSeq: this.newestSeq }
    this.credits.set(depositId, booked)
    if (this.mode === 'books-and-falls') throw new Refusal('unavailable')
    return answerOf(booked, false)
  }
}

function answerOf({ balancePaise, balanceSeq }: BookedCredit, replayed: boolean): Booked {
  return { balancePaise: paise(balancePaise), balanceSeq, bonusReleased: false, replayed }
}
