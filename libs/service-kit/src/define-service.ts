import { createServer } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { getKeys, limits, readinessOf } from '@kismet/contracts'
import type { ServiceName } from '@kismet/contracts'
import type { z } from 'zod'
import type { AuditLog, AuditParts } from './audit/log.ts'
import { Bus } from './bus/bus.ts'
import { systemClock } from './clock.ts'
import type { Clock } from './clock.ts'
import type { Pool, PoolOptions } from './database.ts'
import type { Documents, OpenDocuments } from './documents.ts'
import { readEnv } from './env.ts'
import type { BaseConfig, Env } from './env.ts'
import { handle } from './handle.ts'
import type { Handler } from './handle.ts'
import { closeServer, createHttpApp, listenOn, stateOf } from './http-app.ts'
import type { StreamHandler } from './http-app.ts'
import { leadWith } from './leading.ts'
import type { Led } from './leading.ts'
import type { Leadership, Term } from './leadership.ts'
import { createLogger } from './logger.ts'
import type { Logger } from './logger.ts'
import type { Loop } from './loop.ts'
import { busMetrics, gaugeIn, Registry } from './metrics.ts'
import { systemRandomness } from './randomness.ts'
import type { Randomness } from './randomness.ts'
import { StreamPools, wholeMs } from './stream-pools.ts'
import type { KeySource } from './tokens.ts'

/** What the kit gives to a service; a test replaces what it wants to decide itself. */
export interface Kit {
  readonly bus: Bus
  readonly clock: Clock
  readonly randomness: Randomness
  readonly log: Logger
  readonly registry: Registry
  readonly streamPools: StreamPools
  /** Connects to the service's own schema. The service is ready when it answers; it is closed last. @throws Error when it lacks migrations */
  readonly openDatabase: (options: DatabaseOptions) => Promise<Pool>
  /** Connects to the service's own database of MongoDB, now or later. The service is ready when it answers; it is closed last. */
  readonly openDocuments: OpenDocuments
  /** Opens the audit log of a service in which admins act: it is read on the bus and checked as long as the service runs. */
  readonly openAudit: (options: Pick<AuditParts, 'service' | 'db' | 'config'>) => Promise<AuditLog>
}

export interface DatabaseOptions extends Omit<PoolOptions, 'schema' | 'log'> {
  /** Of the service, with its migrations. */
  readonly folder: string
}

export type Overrides = Partial<Pick<Kit, 'clock' | 'randomness' | 'log' | 'streamPools'>>

/** What faces the world: the gateway's server. */
export interface Front {
  readonly port: number
  /** Takes no more requests and answers the running ones, while NATS is still connected. */
  drain(): Promise<void>
}

export type ReadinessChecks = () => Promise<Record<string, boolean>>

export interface ServiceDefinition<Config extends BaseConfig, Context> {
  readonly name: ServiceName
  readonly env: z.ZodObject & z.ZodType<Config>
  /** Opens resources and builds the context. `close` closes them, except the databases. */
  readonly open: (config: Config, kit: Kit) => Promise<Context>
  readonly operations: readonly Handler<Context>[]
  readonly streams?: readonly StreamHandler<Context>[]
  /** The secret of the gateway that forwards streams. Required with `streams`. */
  readonly streamKey?: (config: Config) => string
  /** Starts loops and consumers after operations are answered. The returned loops are stopped before the bus closes. */
  readonly start?: (context: Context) => readonly Loop[]
  /**
   * Begins the work of a term. It is finished when `signal` of the term is not aborted, else
   * dropped. The leader answers whether the service is ready; the other replicas are standbys.
   */
  readonly lead?: (context: Context, term: Term) => Led | Promise<Led>
  /**
   * Named checks for /ready, besides the connections to NATS and to the databases, which are always
   * checked.
   */
  readonly ready?: (context: Context) => Record<string, boolean> | Promise<Record<string, boolean>>
  /** Closes what `open` has opened. Called after the last call was answered. */
  readonly close?: (context: Context) => void | Promise<void>
  /** For auth alone: it has the keys itself. */
  readonly keys?: (context: Context) => KeySource
  /**
   * For the gateway only, whose HOST and PORT are public. `open` listens there after the operations
   * are served, and /metrics, /health and /ready are at `internalAt`.
   */
  readonly front?: {
    readonly internalAt: (config: Config) => { readonly host: string; readonly port: number }
    readonly open: (context: Context, ready: ReadinessChecks, isLeaving: () => boolean) => Promise<Front>
  }
}

export interface RunningService<Context> {
  readonly context: Context
  readonly port: number
  /** The port of /metrics. It differs from `port` for the gateway only. */
  readonly internalPort: number
  readonly registry: Registry
  /** Drains: takes no more calls, answers those it has, closes its connections. */
  stop(): Promise<void>
}

export interface Service<Context> {
  readonly name: ServiceName
  /** What it reads of its environment; the metadata of each variable says what it is for. */
  readonly env: z.ZodObject
  start(env: Env, overrides?: Overrides): Promise<RunningService<Context>>
}

const httpGraceMs = 5_000
/** Beside DRAIN_DELAY_MS and streams that go on. */
const stopWithinMs = 15_000

/** Makes a service of its parts: configuration, context, handlers, start, drain, stop. */
export function defineService<Config extends BaseConfig, Context>(
  definition: ServiceDefinition<Config, Context>,
): Service<Context> {
  const { name, env } = definition
  return { name, env, start: (given, overrides = {}) => startService(definition, given, overrides) }
}

/** How long a service may take to end, in ms. @param drainDelayMs its DRAIN_DELAY_MS, which one waits that carries streams */
export function stopsWithinMs(drainDelayMs: number, carriesStreams: boolean): number {
  return stopWithinMs + (carriesStreams ? drainDelayMs + wholeMs : 0)
}

interface Opened {
  /** Closes what was opened, the last first. */
  readonly closing: AsyncDisposableStack
  documents?: Pick<Documents<never>, 'answers'>
  database?: { readonly db: Pool; readonly url: string; readonly schema: string; answers(): Promise<boolean> }
  audit?: AuditLog
  leadership?: Leadership
  led?: Led
}

/** Each loads its driver when a service opens it: no service needs them all. */
function openersOf(
  name: ServiceName,
  { clock, log, registry }: Pick<Kit, 'clock' | 'log' | 'registry'>,
  opened: Opened,
): Pick<Kit, 'openDatabase' | 'openDocuments' | 'openAudit'> {
  const schema = name.replaceAll('-', '_')
  return {
    async openDatabase({ folder, ...options }) {
      const { createPool } = await import('./database.ts')
      const { migrationsOf, requireMigrations } = await import('./migrate.ts')
      const db = createPool({ ...options, schema, log })
      opened.closing.defer(() => db.end())
      const answers = async () => (await Promise.allSettled([db.query('SELECT 1')]))[0].status === 'fulfilled'
      opened.database = { db, url: options.url, schema, answers }
      await requireMigrations(db, migrationsOf(folder))
      return db
    },
    async openDocuments(options) {
      const { Documents } = await import('./documents.ts')
      const documents = await Documents.open(options, name, log)
      opened.documents = documents
      opened.closing.defer(() => documents.close())
      return documents
    },
    async openAudit(options) {
      const { AuditLog } = await import('./audit/log.ts')
      opened.audit = await AuditLog.open({ ...options, clock, log })
      opened.audit.count(registry)
      return opened.audit
    },
  }
}

/** What must be true of every service, and what it says itself. */
function readinessChecks<Config extends BaseConfig, Context>(
  definition: ServiceDefinition<Config, Context>,
  bus: Bus,
  opened: Opened,
  context: Context,
): ReadinessChecks {
  return async () => ({
    bus: bus.hearsAll,
    ...(opened.database && { database: await opened.database.answers() }),
    ...(opened.documents && { documents: await opened.documents.answers() }),
    ...(await definition.ready?.(context)),
    ...(definition.lead === undefined ? {} : { leader: opened.leadership?.isLed === true }),
    ...opened.led?.ready?.(),
  })
}

async function startService<Config extends BaseConfig, Context>(
  definition: ServiceDefinition<Config, Context>,
  env: Env,
  overrides: Overrides,
): Promise<RunningService<Context>> {
  const config = readEnv(definition.env, env) as Config
  const log = overrides.log ?? createLogger(definition.name, config.LOG_LEVEL)
  const closing = new AsyncDisposableStack()
  try {
    return await openService(definition, config, { ...overrides, log }, { closing })
  } catch (error) {
    await closing
      .disposeAsync()
      .catch((closeError: unknown) => log.warn({ err: closeError }, 'failed to close resources after a failed start'))
    throw error
  }
}

/** Opens all parts. `closing` ends them in this order: the HTTP servers, loops, the term of a leader, the bus, the context, the stores. */
async function openService<Config extends BaseConfig, Context>(
  definition: ServiceDefinition<Config, Context>,
  config: Config,
  { log, ...overrides }: Overrides & Pick<Kit, 'log'>,
  opened: Opened,
): Promise<RunningService<Context>> {
  const { name, lead } = definition
  const { closing } = opened
  const clock = overrides.clock ?? systemClock
  const randomness = overrides.randomness ?? systemRandomness
  const streamPools = overrides.streamPools ?? new StreamPools()
  const registry = new Registry()
  const shared = { clock, randomness, log, streamPools, registry }
  const parts = { url: config.NATS_URL, service: name, clock, log, metrics: busMetrics(registry) }
  const bus = await Bus.open(parts, (opened) => () => ownKeys?.() ?? keysOfAuth(opened))
  closing.defer(() => bus.close())
  const context = await definition.open(config, { ...shared, ...openersOf(name, shared, opened), bus })
  closing.defer(() => definition.close?.(context))
  closing.defer(() => bus.close())
  const ownKeys = definition.keys?.(context)
  const ready = readinessChecks(definition, bus, opened, context)
  let leaves = false
  const isLeaving = () => leaves
  const streamKey = definition.streamKey?.(config)
  const http = { log, registry, verifier: bus.verifier, streamPools, streamKey, ready, isLeaving }
  const at = definition.front?.internalAt(config) ?? { host: config.HOST, port: config.PORT }
  const app = createHttpApp(http, definition.streams ?? [], context)
  const server = createServer({ requestTimeout: limits.body.formWithinMs }, app)
  closing.defer(() => void server.close())
  const internalPort = await listenOn(server, at.host, at.port)
  const readiness = handle(readinessOf(name), () => stateOf(ready))
  const operations = [...definition.operations, ...(opened.audit?.operations ?? [])]
  bus.serve(lead === undefined ? [...operations, readiness] : operations, context)
  if (lead !== undefined) {
    if (opened.database === undefined) throw new Error('A service without a database cannot elect a leader')
    gaugeIn(registry, 'service_leads', '1 on the leader, 0 on a standby', () => (opened.led === undefined ? 0 : 1))
    const onLeading = leadWith(name, (term) => lead(context, term), bus, readiness, opened)
    const reach = { monotonicMs: () => performance.now(), isReached: () => bus.connected }
    const { Leadership } = await import('./leadership.ts')
    const leadership = await Leadership.open({ ...opened.database, ...reach, log, onLeading })
    closing.defer(() => leadership.stop())
    opened.leadership = leadership
  }
  await bus.flush()
  if (!bus.hearsAll) throw new Error('NATS refused a subscription: has it loaded the users of this release?')
  const kept = opened.audit === undefined ? [] : [opened.audit.watch()]
  const loops = [bus.verifier.watch(log), ...kept, ...(definition.start?.(context) ?? [])]
  closing.defer(async () => void (await Promise.all(loops.map((loop) => loop.stop()))))
  closing.defer(() => closeServer(server, httpGraceMs, streamPools))
  const front = await definition.front?.open(context, ready, isLeaving)
  if (front !== undefined) closing.defer(() => front.drain())
  const port = front?.port ?? internalPort
  log.info({ port, internalPort }, 'started')
  return {
    ...{ context, port, internalPort, registry },
    async stop() {
      leaves = true
      if (front !== undefined || definition.streams !== undefined) await delay(config.DRAIN_DELAY_MS)
      await closing.disposeAsync()
      log.info('stopped')
    },
  }
}

async function keysOfAuth(bus: Bus): Promise<Awaited<ReturnType<KeySource>>> {
  return (await bus.call(getKeys, {}, { requestId: 'keys' })).keys
}
