import { randomBytes } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { auditedServices } from '@kismet/contracts'
import type { ServiceName } from '@kismet/contracts'
import { repositoryRoot } from '@kismet/real-servers/local-dir'
import type { Clock } from '@kismet/service-kit/clock'
import { createClient, endClient } from '@kismet/service-kit/database'
import type { RunningService } from '@kismet/service-kit/define-service'
import type { Env } from '@kismet/service-kit/env'
import { reconcile } from '@kismet/wallet/reconcile/reconcile'
import type { Reconciliation } from '@kismet/wallet/reconcile/reconcile'
import { AdminActor, PlayerActor } from './actors.ts'
import { eventually } from './eventually.ts'
import { members } from './members.ts'
import { folderOf, Replicas } from './replicas.ts'
import { ServiceProcess } from './service-process.ts'
import { auditKey } from './test-audit.ts'
import { testLogger } from './test-bus.ts'
import { createTestDatabase } from './test-database.ts'
import type { TestDatabase } from './test-database.ts'
import { closeAtEnd } from './left-behind.ts'
import { startTestMailbox } from './test-mailbox.ts'
import type { TestMailbox } from './test-mailbox.ts'
import { startTestMongo } from './test-mongo.ts'
import type { TestMongo } from './test-mongo.ts'
import { startTestNats, startTestRedis } from './test-servers.ts'
import { streamKey } from './test-streams.ts'
import type { TestNats, TestRedis } from './test-servers.ts'

interface Infrastructure {
  readonly database: TestDatabase
  readonly nats: TestNats
  readonly redis: TestRedis
  readonly mongo: TestMongo
  readonly mailbox: TestMailbox
}

export interface TestCasinoOptions {
  /** Origins of the apps, for journeys in a browser. */
  readonly webOrigin?: string
  readonly adminOrigin?: string
  /** Whose X-Forwarded-For the gateway believes; nobody's by default. */
  readonly trustedProxies?: string
  /** Superuser of a PostgreSQL of its own, which may be killed; that of the worker by default. */
  readonly postgresUrl?: string
  /** What else a service is given. */
  readonly env?: Partial<Record<ServiceName, Env>>
  /** Clocks of services that run in this process. */
  readonly clocks?: Partial<Record<ServiceName, Clock>>
  /** So many processes of each service, in place of one each in this process. */
  readonly replicas?: {
    readonly ofEach: number
    /** Root of the repository whose code they run. */
    readonly root: string
    /** Puts one address in front of the gateways. */
    readonly balance: (gatewayUrls: readonly string[]) => Promise<{ readonly url: string; close(): Promise<void> }>
  }
}

const adminLogin = { username: 'owner', password: randomBytes(9).toString('base64url') }

const withDatabase: readonly ServiceName[] = ['auth', 'wallet', 'dice-slots', 'mines', 'aviator', 'payments']

/** By what a service knows the gateway. */
const keyOf = (service: ServiceName) => `${streamKey} of ${service}`

/** The whole network in one process, on real servers of its own: for journeys through the gateway. */
export class TestCasino {
  readonly mailbox: TestMailbox
  readonly database: TestDatabase
  readonly #infrastructure: Infrastructure
  readonly #options: TestCasinoOptions
  readonly #proofsFolder = mkdtempSync(join(tmpdir(), 'kismet-proofs-'))
  readonly #running = new Map<ServiceName, RunningService<unknown>>()
  readonly #processes: ServiceProcess[] = []
  #replicas: Replicas | undefined
  #front: { readonly url: string; close(): Promise<void> } | undefined
  #players = 0
  #closed: Promise<void> | undefined

  private constructor(infrastructure: Infrastructure, options: TestCasinoOptions) {
    this.#infrastructure = infrastructure
    this.#options = options
    this.mailbox = infrastructure.mailbox
    this.database = infrastructure.database
  }

  static async create(options: TestCasinoOptions = {}): Promise<TestCasino> {
    const [database, nats, redis, mongo, mailbox] = await Promise.all([
      createTestDatabase(withDatabase, options.postgresUrl, options.replicas?.root),
      startTestNats(),
      startTestRedis(),
      startTestMongo(),
      startTestMailbox(),
    ])
    const casino = new TestCasino({ database, nats, redis, mongo, mailbox }, options)
    closeAtEnd(() => casino.close())
    if (options.replicas === undefined) await casino.#startMembers()
    else await casino.#startReplicas(options.replicas)
    return casino
  }

  /** All at once, as where they run: the gateway alone has to be told where others are. */
  async #startMembers(): Promise<void> {
    const behind = members.map(({ name }) => name).filter((name) => name !== 'gateway')
    await Promise.all(behind.map((name) => this.start(name)))
    await this.start('gateway')
  }

  async #startReplicas({ ofEach, root, balance }: NonNullable<TestCasinoOptions['replicas']>): Promise<void> {
    const replicas = await Replicas.choosePorts(ofEach)
    this.#replicas = replicas
    await replicas.start({ root, envOf: (name) => this.envOf(name) })
    this.#front = await balance(replicas.urlsOf('gateway'))
  }

  get gatewayUrl(): string {
    return this.#front?.url ?? this.#urlsOf('gateway')
  }

  /**
   * Restarts all replicas in order, one after the other, with the code below `root`.
   * @param restarted told of each with the exit code of the old process, before the next one is told to end
   */
  async restartEach(root: string, restarted: Parameters<Replicas['restartEach']>[1]): Promise<void> {
    await this.#replicas?.restartEach({ root, envOf: (name) => this.envOf(name) }, restarted)
  }

  /** kill -9 of all replicas of a service, which start again after a moment with the code below `root`. */
  async killAndStart(name: ServiceName, downMs: number, root: string): Promise<void> {
    await this.#replicas?.killAndStart(name, downMs, { root, envOf: (service) => this.envOf(service) })
  }

  /** Waits until all replicas of a service say that they can serve, as those do who restart them. */
  async replicasServe(name: ServiceName): Promise<void> {
    for (const url of this.#urlsOf(name).split(','))
      await eventually(
        `${name} serves`,
        () =>
          fetch(`${url}/ready`).then(
            ({ ok }) => ok,
            () => false,
          ),
        30_000,
      )
  }

  /** Starts one service; those that `create` started run already. */
  async start(name: ServiceName): Promise<void> {
    const service = members.find((member) => member.name === name)
    if (service === undefined) throw new Error(`The test casino has no service ${name}`)
    const clock = this.#options.clocks?.[name]
    const overrides = { log: testLogger(name), ...(clock && { clock }) }
    this.#running.set(name, await service.start(this.envOf(name), overrides))
  }

  /** Stops one service, to see how the others go on. */
  async stop(name: ServiceName): Promise<void> {
    await this.#running.get(name)?.stop()
    this.#running.delete(name)
  }

  /** Starts a replica of a service as a process of its own, which can be killed, and waits until it leads or stands by. */
  async startProcess(name: ServiceName): Promise<ServiceProcess> {
    const started = await ServiceProcess.start(join(repositoryRoot, folderOf(name)), this.envOf(name))
    this.#processes.push(started)
    return started
  }

  /** Proves the whole ledger: what is found broken, and what the accounts come to. */
  async reconcile(): Promise<Reconciliation> {
    const client = createClient({ url: this.database.urlOf('wallet'), schema: 'wallet' })
    await client.connect()
    try {
      return await reconcile(client)
    } finally {
      await endClient(client)
    }
  }

  /** Somebody who has signed up and verified the code of the mail. */
  async player(): Promise<PlayerActor> {
    const player = this.stranger()
    await player.signUp(this.mailbox)
    return player
  }

  /** Somebody who has no account yet. */
  stranger(): PlayerActor {
    return new PlayerActor(this.gatewayUrl, `player-${(this.#players += 1)}@example.in`)
  }

  /** The owner, logged in. */
  async admin(): Promise<AdminActor> {
    const admin = new AdminActor(this.gatewayUrl)
    await admin.login(adminLogin.username, adminLogin.password)
    return admin
  }

  /** What the owner types into the login of the admin app. */
  get adminLogin(): { readonly username: string; readonly password: string } {
    return adminLogin
  }

  /** What support and analytics keep their documents in, to be stopped and started again. */
  get mongo(): TestMongo {
    return this.#infrastructure.mongo
  }

  /** Stops everything and removes what it left, once. */
  close(): Promise<void> {
    this.#closed ??= this.#close()
    return this.#closed
  }

  async #close(): Promise<void> {
    await this.#front?.close()
    await this.#replicas?.crash()
    await Promise.all(this.#processes.splice(0).map((started) => started.crash()))
    for (const { name } of members.toReversed()) await this.stop(name)
    const { database, nats, redis, mongo, mailbox } = this.#infrastructure
    await Promise.all([database.drop(), nats.remove(), redis.remove(), mongo.remove(), mailbox.close()])
    await rm(this.#proofsFolder, { recursive: true, force: true })
  }

  /** Where a service is, or all replicas of it. */
  #urlsOf(name: ServiceName): string {
    if (this.#replicas !== undefined) return this.#replicas.urlsOf(name).join(',')
    const running = this.#running.get(name)
    if (running === undefined) throw new Error(`${name} does not run`)
    return `http://127.0.0.1:${running.port}`
  }

  /** What a service is started with: for one that is to run as a process of its own. */
  envOf(name: ServiceName): Env {
    const { database, nats, redis, mongo, mailbox } = this.#infrastructure
    const common: Env = { NATS_URL: nats.urlOf(name), LOG_LEVEL: 'warn', RATE_LIMIT_FACTOR: '100' }
    const audited = auditedServices.some((service) => service === name) ? { AUDIT_KEY: auditKey } : {}
    const stored = withDatabase.includes(name) ? { DATABASE_URL: database.urlOf(name) } : {}
    const own: Partial<Record<ServiceName, () => Env>> = {
      auth: () => ({
        REDIS_URL: redis.url,
        SMTP_URL: mailbox.url,
        MAIL_FROM: 'Kismet <no-reply@example.in>',
        AUTH_SECRET: 'a secret of the tests that is long enough',
        ADMIN_USERNAME: adminLogin.username,
        ADMIN_PASSWORD: adminLogin.password,
      }),
      wallet: () => ({ RECONCILE_EVERY_MS: '1000' }),
      aviator: () => ({
        CHAIN_SECRETS: '1:a secret of the tests that is long enough',
        CHAIN_LENGTH: '1000',
        ABSENT_AFTER_MS: '5000',
      }),
      'dice-slots': () => ({ SEED_SECRETS: '1:a secret of the tests that is long enough' }),
      mines: () => ({ SEED_SECRETS: '1:a secret of the tests that is long enough' }),
      support: () => ({ MONGODB_URL: mongo.url }),
      analytics: () => ({ MONGODB_URL: mongo.url, STREAM_KEY: keyOf('analytics') }),
      payments: () => ({ STREAM_KEY: keyOf('payments'), PROOFS_DIR: this.#proofsFolder }),
      gateway: () => ({
        REDIS_URL: redis.url,
        PAYMENTS_URL: this.#urlsOf('payments'),
        ANALYTICS_URL: this.#urlsOf('analytics'),
        PAYMENTS_STREAM_KEY: keyOf('payments'),
        ANALYTICS_STREAM_KEY: keyOf('analytics'),
        WEB_ORIGIN: this.#options.webOrigin ?? 'http://127.0.0.1:3000',
        ADMIN_ORIGIN: this.#options.adminOrigin ?? 'http://127.0.0.1:3001',
        TRUSTED_PROXIES: this.#options.trustedProxies ?? '',
      }),
    }
    return { ...common, ...stored, ...audited, ...own[name]?.(), ...this.#options.env?.[name] }
  }
}
