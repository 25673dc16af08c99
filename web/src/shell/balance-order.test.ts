import { afterEach, describe, expect, it } from '@jest/globals'
import { FakeLive } from '@kismet/app-kit/testing/fake-live.ts'
import { ok } from '@kismet/app-kit/testing/fake-gateway.ts'
import { getBalance, Hex64, listDeposits, paise, playDice, socketEvents } from '@kismet/contracts'
import fc from 'fast-check'
import { balanceApi } from '../entities/balance/balance-api.ts'
import { api } from '../core/api.ts'
import { fromContract } from '../entities/session/from-contract.ts'
import { sendPlay } from '../entities/game/games-api.ts'
import { PlayerGateway } from '../testing/player-gateway.ts'
import { sessionEnded, sessionStarted } from '../entities/session/session-slice.ts'
import type { Store } from './store.ts'
import { keepRunning } from './keep-running.ts'
import { createStore } from './store.ts'

const id = '01940000-0000-7000-8000-000000000001'
const figures = { balancePaise: 0, balanceSeq: 0, netPaise: 0, netSeq: 0 }
const seal = { serverSeedHash: 'a'.repeat(64), nonce: 1 }
const play = {
  betId: id,
  version: '1',
  serverSeed: 'b'.repeat(64),
  ...seal,
  clientSeed: 'asha',
  next: { ...seal, nonce: 2 },
  roll: 50,
  rollOver: 40,
  result: 'win' as const,
  multiplier: 1.65,
  payout: 165,
  netGain: 65,
  hash: seal.serverSeedHash,
  bonusReleased: false,
}
const seeds = { clientSeed: 'asha', serverSeedHash: Hex64.parse(seal.serverSeedHash) }
const intent = { input: { betAmount: paise(10_000), rollOver: 40, ...seeds }, idempotencyKey: 'key-number-1' }

/** The ways by which a balance reaches the page. */
const ways = ['a read', 'a play', 'a replayed play', 'a push of the wallet', 'a push of a deposit'] as const
interface Told {
  way: (typeof ways)[number]
  balance: number
  balanceSeq: number
}

/** A question that news of a deposit makes stale. */
const deposits = api.injectEndpoints({
  endpoints: (build) => ({
    depositsAsked: build.query({ ...fromContract(listDeposits), providesTags: ['Deposits'] }),
  }),
})

/** A page of one player, with the network's place taken: answers and pushes come as they are told. */
class Page {
  readonly gateway = new PlayerGateway()
  readonly connection = new FakeLive()
  readonly store: Store
  private readonly stop: () => void

  constructor() {
    this.store = createStore(this.connection)
    this.stop = keepRunning(this.store, this.connection)
    const user = { id, email: 'asha@example.in' }
    this.store.dispatch(sessionStarted({ user, token: 'token', startedAtMs: 0, netAtLoginPaise: 0, figures }))
  }

  async open(): Promise<void> {
    this.gateway.answer(getBalance, () => ok({ balance: 0, balanceSeq: 0, netResult: 0 }))
    this.gateway.answer(listDeposits, () => ok({ deposits: [], nextCursor: null }))
    await this.store.dispatch(balanceApi.endpoints.getBalance.initiate({}))
    await this.store.dispatch(deposits.endpoints.depositsAsked.initiate({ limit: 200 }))
  }

  async tell({ way, ...told }: Told): Promise<void> {
    switch (way) {
      case 'a read':
        this.gateway.answer(getBalance, () => ok({ ...told, netResult: 0 }))
        await this.store.dispatch(balanceApi.endpoints.getBalance.initiate({}, { forceRefetch: true }))
        return
      case 'a play':
      case 'a replayed play': {
        this.gateway.answer(playDice, () => ok({ ...play, ...told }, { replayed: way === 'a replayed play' }))
        await sendPlay('dice', intent, { ...this.store, signal: new AbortController().signal })
        return
      }
      case 'a push of the wallet':
        this.connection.push(socketEvents.balanceUpdate, {
          ...told,
          netResult: 0,
          reason: 'play',
          bonusReleased: false,
        })
        return
      case 'a push of a deposit': {
        const deposit = { _id: id, user: id, amount: 100, status: 'rejected' as const, adminReason: null }
        this.connection.push(socketEvents.depositUpdate, { ...deposit, ...told })
      }
    }
  }

  shown(): { balancePaise: number; balanceSeq: number } {
    const { balancePaise, balanceSeq } = this.store.getState().balance
    return { balancePaise, balanceSeq }
  }

  close(): void {
    this.stop()
    this.store.dispatch(sessionEnded('logout'))
  }
}

const ledger = fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 8 })
/** What arrives of a ledger: some of its balances, in any order, some more than once, some never. */
const arrivals = ledger.chain((balances) =>
  fc.array(
    fc.record({ way: fc.constantFrom(...ways), entry: fc.nat(balances.length - 1) }).map(({ way, entry }) => ({
      way,
      balance: (balances[entry] ?? 0) / 100,
      balanceSeq: entry + 1,
    })),
    { maxLength: 14 },
  ),
)

describe('the shown balance', () => {
  let page: Page
  afterEach(() => page.close())

  it('is that of the highest sequence which has arrived, and never falls behind, in whatever order answers and pushes come', async () => {
    await fc.assert(
      fc.asyncProperty(arrivals, async (all) => {
        localStorage.clear()
        page = new Page()
        await page.open()
        let newest = { balancePaise: 0, balanceSeq: 0 }
        for (const told of all) {
          await page.tell(told)
          const { balance, balanceSeq } = told
          if (balanceSeq > newest.balanceSeq) newest = { balancePaise: Math.round(balance * 100), balanceSeq }
          expect(page.shown()).toEqual(newest)
        }
        page.close()
      }),
      { numRuns: 60 },
    )
  })
})
