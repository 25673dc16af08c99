import { auditKey } from '@kismet/test-env/test-audit'
import { join } from 'node:path'
import { expect } from '@jest/globals'
import {
  aviatorCrashed,
  aviatorRoundStarted,
  aviatorTicked,
  aviatorTookOff,
  aviatorVoided,
  getAviatorState,
  getSiteMaintenance,
  mailOwners,
  maintenanceChanged,
} from '@kismet/contracts'
import type { Input, OperationShape, SignalShape, WireInput, WireOutput } from '@kismet/contracts'
import type { Bus } from '@kismet/service-kit/bus/bus'
import { systemClock } from '@kismet/service-kit/clock'
import type { Clock } from '@kismet/service-kit/clock'
import { createPool } from '@kismet/service-kit/database'
import type { Pool } from '@kismet/service-kit/database'
import type { RunningService } from '@kismet/service-kit/define-service'
import { handle } from '@kismet/service-kit/handle'
import { AviatorOracle } from '@kismet/test-env/aviator-oracle'
import { eventually } from '@kismet/test-env/eventually'
import { ServiceProcess } from '@kismet/test-env/service-process'
import { joinBus, startFakeAuth, testLogger } from '@kismet/test-env/test-bus'
import { createTestDatabase } from '@kismet/test-env/test-database'
import type { TestDatabase } from '@kismet/test-env/test-database'
import { startTestNats } from '@kismet/test-env/test-servers'
import type { TestNats } from '@kismet/test-env/test-servers'
import { TestTokens } from '@kismet/test-env/test-tokens'
import type { TestAdmin, TestPlayer } from '@kismet/test-env/test-tokens'
import type { AviatorContext } from '../src/context.ts'
import { aviator } from '../src/service.ts'
import { FakeWallet } from './fake-wallet.ts'

const secrets = '1:a secret that only the tests know of'
/** A secret that a test adds before the first one. */
export const laterSecret = 'later:a secret that came after the first one'
export type State = WireOutput<typeof getAviatorState>

/** The service on a real bus and a real database, with a wallet of the tests, and the gateway's place on the bus. */
export class World {
  readonly tokens = new TestTokens()
  readonly wallet = new FakeWallet()
  readonly database: TestDatabase
  readonly owner: Pool
  readonly oracle: AviatorOracle
  /** What auth was asked to mail to the owners. */
  readonly ownerMails: Input<typeof mailOwners>[] = []
  readonly #nats: TestNats
  readonly #clock: Clock
  readonly #running: RunningService<AviatorContext>[] = []
  readonly #replicas: ServiceProcess[] = []
  readonly #buses: Bus[] = []
  readonly #heard: { readonly signal: SignalShape; readonly payload: unknown }[] = []
  #siteMaintenance = false

  private constructor(nats: TestNats, database: TestDatabase, clock: Clock) {
    this.#nats = nats
    this.database = database
    this.#clock = clock
    this.owner = createPool({ url: database.ownerUrl, schema: 'aviator', maxConnections: 2, log: testLogger('owner') })
    this.oracle = new AviatorOracle(database.urlOf('aviator'), `${laterSecret},${secrets}`)
  }

  static async create(clock: Clock = systemClock): Promise<World> {
    const [nats, database] = await Promise.all([startTestNats(), createTestDatabase(['aviator'])])
    const world = new World(nats, database, clock)
    const tell = () => Promise.resolve({ siteMaintenance: world.#siteMaintenance })
    const mail = handle(mailOwners, (_: undefined, { input }) => {
      world.ownerMails.push(input)
      return Promise.resolve({})
    })
    world.#buses.push(await startFakeAuth(nats, world.tokens, [handle(getSiteMaintenance, tell), mail], clock))
    world.#buses.push(await joinBus(nats, 'gateway', world.tokens, clock))
    world.#buses.push(await joinBus(nats, 'analytics', world.tokens, clock))
    await world.wallet.start(nats, world.tokens, clock)
    return world
  }

  env(more: Readonly<Record<string, string>> = {}): Record<string, string> {
    return {
      DATABASE_URL: this.database.urlOf('aviator'),
      NATS_URL: this.#nats.urlOf('aviator'),
      CHAIN_SECRETS: secrets,
      AUDIT_KEY: auditKey,
      CHAIN_LENGTH: '100',
      ABSENT_AFTER_MS: '20000',
      ...more,
    }
  }

  /** Starts one replica in this process. */
  async start(more: Readonly<Record<string, string>> = {}): Promise<RunningService<AviatorContext>> {
    const running = await aviator.start(this.env(more), { log: testLogger('aviator'), clock: this.#clock })
    this.#running.push(running)
    return running
  }

  /** Starts one as a process of its own, and waits until it leads or stands by. */
  async startReplica(more: Readonly<Record<string, string>>): Promise<ServiceProcess> {
    const replica = await ServiceProcess.start(join(import.meta.dirname, '..'), this.env(more))
    this.#replicas.push(replica)
    return replica
  }

  /** Starts replicas as processes, the first of which leads; their first round opens when all of them are there. @param ofLeader what the first has for itself */
  async startReplicas(
    standby: boolean,
    more: Readonly<Record<string, string>>,
    ofLeader: Readonly<Record<string, string>> = {},
  ): Promise<{ leader: ServiceProcess; other: ServiceProcess | undefined; roundId: string; bettingEndsAt: number }> {
    await this.setMaintenance(true)
    const leader = await this.startReplica({ ...more, ...ofLeader })
    const other = standby ? await this.startReplica(more) : undefined
    await this.setMaintenance(false)
    const { roundId, bettingEndsAt } = await this.state('betting is open', ({ phase }) => phase === 'betting')
    return { leader, other, roundId, bettingEndsAt }
  }

  async stopServices(): Promise<void> {
    await Promise.all(this.#replicas.splice(0).map((replica) => replica.crash()))
    await Promise.all(this.#running.splice(0).map((service) => service.stop()))
  }

  /** Begins again with the first round, on the same servers. */
  async reset(): Promise<void> {
    await this.stopServices()
    await this.owner.query('TRUNCATE round, bet')
    this.#heard.splice(0)
    this.wallet.isDown = false
    this.wallet.settled.splice(0)
  }

  async remove(): Promise<void> {
    await this.stopServices()
    await this.wallet.stop()
    await Promise.all(this.#buses.map((bus) => bus.close()))
    await Promise.all([this.oracle.close(), this.owner.end()])
    await this.database.drop()
    await this.#nats.remove()
  }

  async setMaintenance(siteMaintenance: boolean): Promise<void> {
    this.#siteMaintenance = siteMaintenance
    this.#buses[0]?.signal(maintenanceChanged, { siteMaintenance })
    await this.#buses[0]?.flush()
  }

  /** Asks as the gateway does. @throws Refusal */
  async ask<O extends OperationShape>(
    operation: O,
    by: TestPlayer | TestAdmin | undefined,
    input: WireInput<O>,
  ): Promise<WireOutput<O>> {
    const { out } = await this.bus('gateway').send(operation, input, { requestId: 'test', token: by?.token })
    return out as WireOutput<O>
  }

  bus(user: 'gateway' | 'analytics'): Bus {
    const bus = this.#buses[user === 'gateway' ? 1 : 2]
    if (bus === undefined) throw new Error(`${user} is not on the bus`)
    return bus
  }

  /** Keeps what comes of a signal from now on, as the gateway hears it. */
  listen(...signals: SignalShape[]): void {
    for (const signal of signals)
      this.bus('gateway').onSignal(signal, (payload: unknown) => this.#heard.push({ signal, payload }), {
        shared: false,
      })
  }

  /** Listens to all that is told of rounds to everybody. */
  listenToRounds(): void {
    this.listen(aviatorRoundStarted, aviatorTookOff, aviatorTicked, aviatorCrashed, aviatorVoided)
  }

  heard<T = Readonly<Record<string, unknown>>>(signal: SignalShape): T[] {
    return this.#heard.filter((heard) => heard.signal === signal).map(({ payload }) => payload as T)
  }

  /** What became of each round, in their order. */
  async rounds(): Promise<{ readonly roundId: string; readonly phase: string; readonly term: number }[]> {
    const { rows } = await this.owner.query<{ roundId: string; phase: string; term: number }>(
      'SELECT round_id AS "roundId", phase, term FROM round ORDER BY round_number',
    )
    return rows
  }

  /** `session` is the process of PostgreSQL in which the leader is one. */
  async leadership(): Promise<{ readonly term: number; readonly session: number | null }> {
    const { rows } = await this.owner.query<{ term: number; session: number | null }>(
      'SELECT term, pid AS session FROM leadership',
    )
    return rows[0] ?? { term: 0, session: null }
  }

  /** What two leaders at one time could not leave: each tick of a round once (one that a leader had on its way when it was paused comes late, and pages drop it by its `seq`), one end of it whoever told it, and no round of an earlier leader after that of a later one. */
  async expectOneLeaderARound(): Promise<void> {
    const ticks = this.heard<{ roundId: string; seq: number }>(aviatorTicked)
    for (const ofRound of Map.groupBy(ticks, ({ roundId }) => roundId).values()) {
      const told = ofRound.map(({ seq }) => seq)
      expect(told).toHaveLength(new Set(told).size)
    }
    const ends = [...this.heard(aviatorCrashed), ...this.heard(aviatorVoided)]
    const isOneEnd = (of: typeof ends) => new Set(of.map(({ crashPoint }) => crashPoint)).size === 1
    expect([...Map.groupBy(ends, ({ roundId }) => roundId).values()].every(isOneEnd)).toBe(true)
    const terms = (await this.rounds()).map(({ term }) => term)
    expect(terms).toEqual(terms.toSorted((a, b) => a - b))
  }

  /** The state as a player gets it, once it is so. */
  async state(what: string, isSo: (state: State) => boolean, player = this.tokens.player()): Promise<State> {
    return eventually(
      what,
      async () => {
        const state = await this.ask(getAviatorState, player, {}).catch(() => undefined)
        return state !== undefined && isSo(state) ? state : undefined
      },
      30_000,
    )
  }

  /** Waits until no bet has anything left to do. */
  async settled(): Promise<void> {
    await eventually(
      'every bet is over',
      async () => {
        const { rowCount } = await this.owner.query(`SELECT FROM bet WHERE status IN ('asked', 'open', 'decided')`)
        return rowCount === 0
      },
      30_000,
    )
  }
}
