import { auditKey } from '@kismet/test-env/test-audit'
import { creditDeposit, paise, readPlayerEmails } from '@kismet/contracts'
import type { BusUser, Input, OperationShape, Output } from '@kismet/contracts'
import type { Bus } from '@kismet/service-kit/bus/bus'
import type { RunningService } from '@kismet/service-kit/define-service'
import type { Env } from '@kismet/service-kit/env'
import { handle } from '@kismet/service-kit/handle'
import { FakeStanding } from '@kismet/test-env/fake-standing'
import { joinBus, siteIsOpen, startFakeAuth, testLogger } from '@kismet/test-env/test-bus'
import { createTestDatabase } from '@kismet/test-env/test-database'
import type { TestDatabase } from '@kismet/test-env/test-database'
import { startTestNats } from '@kismet/test-env/test-servers'
import type { TestNats } from '@kismet/test-env/test-servers'
import { TestTokens } from '@kismet/test-env/test-tokens'
import type { WalletContext } from '../src/context.ts'
import { wallet } from '../src/service.ts'
import { newId } from './fixture.ts'

const callers = ['payments', 'dice-slots', 'mines', 'aviator', 'gateway', 'analytics'] as const
/** Auth is there before the others: it has the keys. */
type Caller = (typeof callers)[number] | 'auth'

/** The wallet on a real bus and a real database, and those who call it. */
export class WalletOnBus {
  wallet: RunningService<WalletContext>
  readonly tokens: TestTokens
  readonly standing: FakeStanding
  /** What auth says of the e-mails of players. */
  readonly emails: Map<string, string>
  readonly database: TestDatabase
  /** Of the wallet. */
  readonly env: Env
  readonly #nats: TestNats
  readonly #buses: ReadonlyMap<BusUser, Bus>

  private constructor(
    { wallet, env }: { wallet: RunningService<WalletContext>; env: Env },
    { tokens, standing, emails }: Pick<WalletOnBus, 'tokens' | 'standing' | 'emails'>,
    servers: { nats: TestNats; database: TestDatabase },
    buses: ReadonlyMap<BusUser, Bus>,
  ) {
    this.wallet = wallet
    this.env = env
    this.tokens = tokens
    this.standing = standing
    this.emails = emails
    this.#nats = servers.nats
    this.database = servers.database
    this.#buses = buses
  }

  static async open(reconcileEveryMs = 1_000): Promise<WalletOnBus> {
    const [nats, database] = await Promise.all([startTestNats(), createTestDatabase(['wallet'])])
    const tokens = new TestTokens()
    const standing = new FakeStanding()
    const emails = new Map<string, string>()
    const answer = handle(readPlayerEmails, (_context, { input: { ids } }) => {
      const players = ids.map((_id) => ({ _id, email: emails.get(_id) ?? '' }))
      return Promise.resolve({ players: players.filter(({ email }) => email !== '') })
    })
    const handlers = [siteIsOpen, standing.handler, answer]
    const buses = new Map<BusUser, Bus>([['auth', await startFakeAuth(nats, tokens, handlers)]])
    const urls = { NATS_URL: nats.urlOf('wallet'), DATABASE_URL: database.urlOf('wallet') }
    const env = { ...urls, AUDIT_KEY: auditKey, RECONCILE_EVERY_MS: String(reconcileEveryMs) }
    const running = await wallet.start(env, { log: testLogger('wallet') })
    for (const caller of callers) buses.set(caller, await joinBus(nats, caller, tokens))
    return new WalletOnBus({ wallet: running, env }, { tokens, standing, emails }, { nats, database }, buses)
  }

  /** Another process of the wallet. */
  start(env: Env = {}): Promise<RunningService<WalletContext>> {
    return wallet.start({ ...this.env, ...env }, { log: testLogger('wallet') })
  }

  async restart(env: Env = {}): Promise<void> {
    await this.wallet.stop()
    this.wallet = await this.start(env)
  }

  bus(user: Caller): Bus {
    const bus = this.#buses.get(user)
    if (bus === undefined) throw new Error(`${user} is not on the bus`)
    return bus
  }

  call<O extends OperationShape>(caller: Caller, operation: O, input: Input<O>, token?: string): Promise<Output<O>> {
    return this.bus(caller).call(operation, input, { requestId: 'test', token })
  }

  credit(playerId: string, rupees: number): Promise<Output<typeof creditDeposit>> {
    return this.call('payments', creditDeposit, { depositId: newId(), playerId, amountPaise: paise(rupees * 100) })
  }

  async close(): Promise<void> {
    const { auth, ...others } = Object.fromEntries(this.#buses)
    await Promise.all(Object.values(others).map((bus) => bus.close()))
    await this.wallet.stop()
    await auth?.close()
    await Promise.all([this.#nats.remove(), this.database.drop()])
  }
}
