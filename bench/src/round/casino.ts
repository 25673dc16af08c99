import { auditKey } from '@kismet/test-env/test-audit'
import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { creditDeposit, getAviatorState, limits, paiseOfRupees } from '@kismet/contracts'
import { betPathNodeFlags } from '@kismet/local-stack/service-table'
import type { TestPostgres } from '@kismet/real-servers/test-postgres'
import type { Bus } from '@kismet/service-kit/bus/bus'
import { createClient, endClient } from '@kismet/service-kit/database'
import { AviatorOracle } from '@kismet/test-env/aviator-oracle'
import { eventually } from '@kismet/test-env/eventually'
import { joinBus, startFakeAuth } from '@kismet/test-env/test-bus'
import { createTestDatabase } from '@kismet/test-env/test-database'
import type { TestDatabase } from '@kismet/test-env/test-database'
import type { TestNats } from '@kismet/test-env/test-servers'
import { TestTokens } from '@kismet/test-env/test-tokens'
import type { TestPlayer } from '@kismet/test-env/test-tokens'
import { isClean, reconcile } from '@kismet/wallet/reconcile/reconcile'
import { startScript, stopScript } from '../measure.ts'
import { atOnce } from './at-once.ts'

const mains = {
  wallet: fileURLToPath(import.meta.resolve('@kismet/wallet/main')),
  aviator: fileURLToPath(import.meta.resolve('@kismet/aviator/main')),
}
const chainSecrets = 'what the seeds of this benchmark are sealed with'
const startWithinMs = 30_000
const settledWithinMs = 60_000
const depositsAtOnce = 256

/** Aviator and the wallet as they are delivered, a process each, on servers of their own; in the place of auth one who says which tokens are good and that the site is open. */
export class Casino {
  readonly players: readonly TestPlayer[]
  /** Knows where a round crashes. */
  readonly oracle: AviatorOracle
  /** The gateway's place on the bus. */
  readonly gateway: Bus
  /** Aviator's place on the bus, for who settles without the service. */
  readonly game: Bus
  readonly #database: TestDatabase
  readonly #children: readonly ChildProcess[]
  readonly #buses: readonly Bus[]

  private constructor(
    { gateway, game, others }: { gateway: Bus; game: Bus; others: readonly Bus[] },
    database: TestDatabase,
    children: readonly ChildProcess[],
    players: readonly TestPlayer[],
  ) {
    this.gateway = gateway
    this.game = game
    this.#buses = [gateway, game, ...others]
    this.#database = database
    this.#children = children
    this.players = players
    this.oracle = new AviatorOracle(database.urlOf('aviator'), chainSecrets)
  }

  /** @param count players with a deposit of the highest amount each */
  static async start({ url }: TestPostgres, nats: TestNats, count: number): Promise<Casino> {
    const tokens = new TestTokens()
    const database = await createTestDatabase(['wallet', 'aviator'], url)
    const auth = await startFakeAuth(nats, tokens)
    const children = (['wallet', 'aviator'] as const).map((service) => {
      const own: Record<string, string> =
        service === 'wallet' ? {} : { CHAIN_SECRETS: chainSecrets, CHAIN_LENGTH: '1000' }
      const env = {
        NATS_URL: nats.urlOf(service),
        DATABASE_URL: database.urlOf(service),
        AUDIT_KEY: auditKey,
        LOG_LEVEL: 'warn',
      }
      const child = startScript(mains[service], { ...env, ...own }, betPathNodeFlags)
      child.stdout?.pipe(process.stderr)
      return child
    })
    const join = (service: 'gateway' | 'aviator' | 'payments') => joinBus(nats, service, tokens)
    const [gateway, game, payments] = [await join('gateway'), await join('aviator'), await join('payments')]
    const players = Array.from({ length: count }, () => tokens.player())
    const casino = new Casino({ gateway, game, others: [payments, auth] }, database, children, players)
    await casino.#deposit(payments)
    await eventually('Aviator answers', () => casino.#answers(), startWithinMs)
    return casino
  }

  /** @throws Error unless the whole ledger adds up, and no stake is open once the round that is on has ended */
  async prove(): Promise<void> {
    const client = createClient({ url: this.#database.urlOf('wallet'), schema: 'wallet' })
    await client.connect()
    const isSettled = async () => {
      const { checks, totals } = await reconcile(client)
      if (!isClean(checks)) throw new Error('The ledger does not add up')
      return totals.openStakesTotal === 0
    }
    try {
      await eventually('no stake is open', isSettled, settledWithinMs)
    } finally {
      await endClient(client)
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#children.map(stopScript))
    await Promise.all(this.#buses.map((bus) => bus.close()))
    await this.oracle.close()
    await this.#database.drop()
  }

  async #deposit(payments: Bus): Promise<void> {
    const amountPaise = paiseOfRupees(limits.deposit.maxRupees)
    const credit = ({ id: playerId }: TestPlayer) =>
      payments.call(creditDeposit, { depositId: randomUUID(), playerId, amountPaise }, { requestId: 'bench' })
    const [first, ...rest] = this.players
    if (first === undefined) return
    const isUp = () =>
      credit(first).then(
        () => true,
        () => false,
      )
    await eventually('the wallet answers', isUp, startWithinMs)
    await atOnce(depositsAtOnce, rest, credit)
  }

  #answers(): Promise<boolean> {
    const token = this.players[0]?.token
    return this.gateway.send(getAviatorState, {}, { requestId: 'bench', token }).then(
      () => true,
      () => false,
    )
  }
}
