import { bookPlayView, getSiteMaintenance, maintenanceChanged } from '@kismet/contracts'
import type { OperationShape, ServiceName, WireInput, WireOutput } from '@kismet/contracts'
import type { Bus } from '@kismet/service-kit/bus/bus'
import { systemClock } from '@kismet/service-kit/clock'
import type { Clock } from '@kismet/service-kit/clock'
import { createPool } from '@kismet/service-kit/database'
import type { Pool } from '@kismet/service-kit/database'
import type { RunningService, Service } from '@kismet/service-kit/define-service'
import { EpochSecrets } from '@kismet/service-kit/epoch-secrets'
import { handle } from '@kismet/service-kit/handle'
import type { Handler } from '@kismet/service-kit/handle'
import { createLogger } from '@kismet/service-kit/logger'
import { Refusal } from '@kismet/service-kit/refusal'
import { systemRandomness } from '@kismet/service-kit/randomness'
import { eventually } from '@kismet/test-env/eventually'
import { joinBus, startFakeAuth, testLogger } from '@kismet/test-env/test-bus'
import { createTestDatabase } from '@kismet/test-env/test-database'
import type { TestDatabase } from '@kismet/test-env/test-database'
import { startTestNats } from '@kismet/test-env/test-servers'
import type { TestNats } from '@kismet/test-env/test-servers'
import { TestTokens } from '@kismet/test-env/test-tokens'
import type { TestAdmin, TestPlayer } from '@kismet/test-env/test-tokens'
import type { Bet } from '../src/bet.ts'
import { findBets } from '../src/db/bets.ts'
import type { Reader } from '../src/db/bets.ts'
import type { Game } from '../src/game.ts'
import type { GameContext } from '../src/game-context.ts'
import { startEnding } from '../src/lasting.ts'
import { Seeds } from '../src/seeds.ts'
import { FakeWallet } from './fake-wallet.ts'

/** A clock that is ahead. For its replica every decided end is due. */
export const clockAhead = (ms: number): Clock => ({ now: () => systemClock.now() + ms })
export const laterClock: Clock = clockAhead(60_000)

export const newKey = (): string => `key-${systemRandomness.bytes(8).toString('hex')}`

/** The lines that a replica logs from now on at the level `error`. */
export function errorsOf({ context }: RunningService<GameContext>): string[] {
  const lines: string[] = []
  Object.assign(context, { log: createLogger('test', 'error', { write: (line) => void lines.push(line) }) })
  return lines
}

interface Parts {
  readonly nats: TestNats
  readonly database: TestDatabase
}

/** A game service on a real bus and a real database, with a wallet that can fail in every way. */
export class GameWorld {
  readonly tokens = new TestTokens()
  readonly nats: TestNats
  readonly database: TestDatabase
  readonly wallet: FakeWallet
  /** Connects as the owner of the tables, who may do what the service may not. */
  readonly owner: Pool
  /** Replaces the timeout of the contract. */
  patienceMs: number | undefined
  /** The views of bets by admins that auth has booked. When undefined, auth refuses to book a view. */
  views: string[] | undefined = []
  readonly #service: Service<GameContext>
  readonly #games: readonly Game[]
  readonly #running: RunningService<GameContext>[] = []
  #auth: Bus | undefined
  #siteMaintenance = false
  #gateway: Bus | undefined

  protected constructor({ nats, database }: Parts, service: Service<GameContext>, games: readonly Game[]) {
    this.nats = nats
    this.database = database
    this.#service = service
    this.#games = games
    this.wallet = new FakeWallet(nats, this.tokens)
    const schema = service.name.replaceAll('-', '_')
    this.owner = createPool({ url: database.ownerUrl, schema, maxConnections: 2, log: testLogger('owner') })
  }

  protected static async parts(name: ServiceName): Promise<Parts> {
    const [nats, database] = await Promise.all([startTestNats(), createTestDatabase([name])])
    return { nats, database }
  }

  /** Starts the other services. @param ofAuth more operations of the fake auth */
  protected async open(ofAuth: readonly Handler<undefined>[] = []): Promise<void> {
    const tellMaintenance = () => Promise.resolve({ siteMaintenance: this.#siteMaintenance })
    const bookView = handle(bookPlayView, (_context: undefined, { input, admin }) => {
      if (this.views === undefined) return Promise.reject(new Refusal('unavailable'))
      this.views.push(`${admin.username} ${input.betId}`)
      return Promise.resolve({ message: 'Booked' })
    })
    const ofSite = handle(getSiteMaintenance, tellMaintenance)
    this.#auth = await startFakeAuth(this.nats, this.tokens, [ofSite, bookView, ...ofAuth])
    this.#gateway = await joinBus(this.nats, 'gateway', this.tokens)
    await this.wallet.start()
  }

  /** Reads and computes bets as the newest replica in this process does. */
  get reader(): Reader {
    const [epoch = '', secret = ''] = (this.env().SEED_SECRETS ?? '').split(':')
    const seeds = new Seeds(new EpochSecrets([{ epoch, secret }]), systemRandomness)
    const { games, seeds: ofReplica } = this.#running.at(-1)?.context ?? { games: this.#games, seeds }
    return { db: this.owner, games, seeds: ofReplica }
  }

  /** The bets of a player that the table has, by nonce. */
  betsInTable(player: TestPlayer, game: string): Promise<Bet[]> {
    return findBets(this.reader, 'player_id = $1 AND game = $2 ORDER BY nonce', [player.id, game])
  }

  env(): Record<string, string> {
    const { name } = this.#service
    return {
      DATABASE_URL: this.database.urlOf(name),
      NATS_URL: this.nats.urlOf(name),
      SEED_SECRETS: 'first:a secret that only the tests know of',
    }
  }

  start(clock: Clock = systemClock): Promise<RunningService<GameContext>> {
    return this.startAs(this.#service, clock)
  }

  /** Starts another release of the service in this process. */
  async startAs(
    release: Service<GameContext>,
    clock: Clock = systemClock,
    env: Record<string, string> = {},
  ): Promise<RunningService<GameContext>> {
    const service = await release.start({ ...this.env(), ...env }, { log: testLogger(release.name), clock })
    this.#running.push(service)
    return service
  }

  /** Runs the loop that ends games, in a replica with another clock, until no decided end is unsettled and `isDone`. */
  async endGames(
    clock: Clock = laterClock,
    isDone: () => Promise<boolean> = () => Promise.resolve(true),
  ): Promise<void> {
    const replica = await this.start(clock)
    await this.caughtUp()
    const ending = startEnding(replica.context)
    const unsettled = `SELECT 1 FROM bet JOIN step USING (bet_id) WHERE step.ends AND bet.settled_at IS NULL`
    const isSettled = async () => (await this.owner.query(unsettled)).rowCount === 0
    await eventually('no decided end is unsettled', async () => (await isDone()) && (await isSettled()))
    await ending.stop()
    await this.stop(replica)
  }

  async stop(replica: RunningService<GameContext>): Promise<void> {
    this.#running.splice(this.#running.indexOf(replica), 1)
    await replica.stop()
  }

  /** Starts or ends site maintenance, and waits until the replicas know. */
  async setMaintenance(siteMaintenance: boolean): Promise<void> {
    this.#siteMaintenance = siteMaintenance
    this.#auth?.signal(maintenanceChanged, { siteMaintenance })
    const haveHeard = () => this.#running.every(({ context }) => context.maintenance.isKnownOn === siteMaintenance)
    await eventually('the replicas know of the maintenance', haveHeard)
  }

  /** Waits until the table of bets has the whole ledger. */
  async caughtUp(): Promise<void> {
    await eventually('the table of bets has the whole ledger', async () => {
      const { rows } = await this.owner.query<{ cursor: string }>('SELECT cursor FROM log_position')
      return Number((rows[0]?.cursor ?? '').split(':')[0]) === this.wallet.ledger.length
    })
  }

  async stopServices(): Promise<void> {
    await Promise.all(this.#running.splice(0).map((service) => service.stop()))
  }

  async remove(): Promise<void> {
    await this.wallet.stop()
    await this.stopServices()
    await this.#gateway?.close()
    await this.#auth?.close()
    await this.owner.end()
    await this.database.drop()
    await this.nats.remove()
  }

  player(): TestPlayer {
    return this.tokens.player()
  }

  /** Calls an operation as the gateway. */
  async ask<O extends OperationShape>(
    operation: O,
    player: TestPlayer | TestAdmin,
    input: WireInput<O>,
    key?: string,
  ): Promise<{ answer: WireOutput<O>; replayed: boolean }> {
    if (this.#gateway === undefined) throw new Error('The world is not complete')
    const asked = this.patienceMs === undefined ? operation : { ...operation, timeoutMs: this.patienceMs }
    const meta = { requestId: 'test', token: player.token, key }
    const reply = await this.#gateway.send(asked, input, meta)
    return { answer: reply.out as WireOutput<O>, replayed: reply.p === 1 }
  }
}
