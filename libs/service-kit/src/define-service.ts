import { createServer } from 'node:http'
import type { Server } from 'node:http'
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

/** What must be true before a service can serve, by name. */
export type ReadinessChecks = () => Promise<Record<string, boolean>>

export interface ServiceDefinition<Config extends BaseConfig, Context> {
  readonly name: ServiceName
  readonly env: z.ZodObject & z.ZodType<Config>
  /** Opens resources and builds the context. `close` closes them, except the databases. */
  readonly open: (config: Config, kit: Kit) => Promise<Context>
  readonly operations: readonly Handler<Context>[]
  readonly streams?: readonly StreamHandler<Context>[]
  /** By what the gateway is known that carries them; needed with `streams`. */
  readonly streamKey?: (config: Config) => string
  /** Starts loops and consumers, once operations are answered. The loops that it gives are stopped while the bus still works. */
  readonly start?: (context: Context) => readonly Loop[]
  /**
   * The work of the leader. The leader answers for the service whether it is ready; the other
   * replicas are standbys.
   */
  readonly leading?: {
    /** Begins a term. It is finished when `signal` of the term is not aborted, else dropped. */
    readonly begin: (context: Context, term: Term) => Promise<Led>
  }
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
  /** Where it listens by its PORT. */
  readonly port: number
  /** The port of /metrics. It differs from `port` for the gateway only. */
  readonly internalPort: number
  readonly registry: Registry
  /** Drains: takes no more calls, answers those it has, closes its connections. */
  stop(): Promise<void>
  /** What takes longer to stop hangs, in ms. */
  readonly stopsWithinMs: number
}

export interface Service<Context> {
  readonly name: ServiceName
  /** What it reads of its environment; the metadata of each variable says what it is for. */
  readonly env: z.ZodObject
  start(env: Env, overrides?: Overrides): Promise<RunningService<Context>>
}

const httpGraceMs = 5_000
/** Beside DRAIN_DELAY_MS and streams that go on. */
export const stopWithinMs = 15_000

/** Makes a service of its parts: configuration, context, handlers, start, drain, stop. */
export function defineService<Config extends BaseConfig, Context>(
  definition: ServiceDefinition<Config, Context>,
): Service<Context> {
  const { name, env: schema } = definition
  return { name, env: schema, start: (env, overrides = {}) => startService(definition, env, overrides) }
}

/** How long a service may take to end, in ms. @param drainDelayMs its DRAIN_DELAY_MS, which one waits that carries streams */
export function stopsWithinMs(drainDelayMs: number, carriesStreams: boolean): number {
  return stopWithinMs + (carriesStreams ? drainDelayMs + wholeMs : 0)
}

/** What a service has opened, to be closed with it. */
interface Opened {
  /** All of it is open. */
  isUp: boolean
  /** It was told to stop: /ready says so from now on. */
  isLeaving: boolean
  documents?: Pick<Documents<never>, 'answers' | 'close'>
  database?: { readonly db: Pool; readonly url: string; readonly schema: string }
  audit?: AuditLog
  server?: Server
  front?: Front
  leadership?: Leadership
  led?: Led
  loops: readonly Loop[]
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
      opened.database = { db, url: options.url, schema }
      await requireMigrations(db, migrationsOf(folder))
      return db
    },
    async openDocuments(options) {
      const { Documents } = await import('./documents.ts')
      const documents = await Documents.open(options, name, log)
      opened.documents = documents
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

/** Whether a server answers a question. */
export const isAnswered = (asked: Promise<unknown>): Promise<boolean> =>
  asked.then(
    () => true,
    () => false,
  )

/** What must be true of every service, and what it says itself. */
function readinessChecks<Config extends BaseConfig, Context>(
  definition: ServiceDefinition<Config, Context>,
  bus: Bus,
  opened: Opened,
  context: Context,
): ReadinessChecks {
  return async () => ({
    bus: bus.hearsAll,
    ...(opened.database === undefined ? {} : { database: await isAnswered(opened.database.db.query('SELECT 1')) }),
    ...(opened.documents === undefined ? {} : { documents: await opened.documents.answers() }),
    ...(await definition.ready?.(context)),
    ...(definition.leading === undefined ? {} : { leader: opened.leadership?.isLed === true }),
    ...opened.led?.ready?.(),
  })
}

async function startService<Config extends BaseConfig, Context>(
  definition: ServiceDefinition<Config, Context>,
  env: Env,
  overrides: Overrides,
): Promise<RunningService<Context>> {
  const { name, leading } = definition
  const config = readEnv(definition.env, env) as Config
  const log = overrides.log ?? createLogger(name, config.LOG_LEVEL)
  const clock = overrides.clock ?? systemClock
  const randomness = overrides.randomness ?? systemRandomness
  const streamPools = overrides.streamPools ?? new StreamPools()
  const registry = new Registry()
  const opened: Opened = { isUp: false, isLeaving: false, loops: [] }
  const shared = { clock, randomness, log, streamPools, registry }
  const parts = { url: config.NATS_URL, service: name, clock, log, metrics: busMetrics(registry) }
  const bus = await Bus.open(parts, (opened) => () => ownKeys?.() ?? keysOfAuth(opened))
  const kit = { ...shared, ...openersOf(name, shared, opened), bus }
  const context = await definition.open(config, kit).catch(async (error: unknown) => {
    await bus.close()
    await closeStores(opened)
    throw error
  })
  const ownKeys = definition.keys?.(context)
  const ready = readinessChecks(definition, bus, opened, context)
  const isLeaving = () => opened.isLeaving
  const streamKey = definition.streamKey?.(config)
  const http = { log, registry, verifier: bus.verifier, streamPools, streamKey, ready, isLeaving }
  const app = createHttpApp(http, definition.streams ?? [], context)
  const isAskedOverHttp = definition.front !== undefined || definition.streams !== undefined
  const stop = async () => {
    opened.isLeaving = true
    // A process that failed to start has received no requests.
    if (isAskedOverHttp && opened.isUp) await delay(config.DRAIN_DELAY_MS)
    await leave(opened, bus, streamPools)
    await definition.close?.(context)
    await closeStores(opened)
    log.info('stopped')
  }
  try {
    const at = definition.front?.internalAt(config) ?? { host: config.HOST, port: config.PORT }
    opened.server = createServer({ requestTimeout: limits.body.formWithinMs }, app)
    const internalPort = await listenOn(opened.server, at.host, at.port)
    const readiness = handle(readinessOf(name), () => stateOf(ready))
    const operations = [...definition.operations, ...(opened.audit?.operations ?? [])]
    bus.serve(leading === undefined ? [...operations, readiness] : operations, context)
    if (leading !== undefined) {
      if (opened.database === undefined) throw new Error('A service without a database cannot elect a leader')
      gaugeIn(registry, 'service_leads', '1 on the leader, 0 on a standby', () => (opened.led === undefined ? 0 : 1))
      const onLeading = leadWith(name, (term) => leading.begin(context, term), bus, readiness, opened)
      const reach = { monotonicMs: () => performance.now(), isReached: () => bus.connected }
      const { Leadership } = await import('./leadership.ts')
      opened.leadership = await Leadership.open({ ...opened.database, ...reach, log, onLeading })
    }
    await bus.requireHeard()
    const kept = opened.audit === undefined ? [] : [opened.audit.watch()]
    opened.loops = [bus.verifier.watch(log), ...kept, ...(definition.start?.(context) ?? [])]
    const front = await definition.front?.open(context, ready, isLeaving)
    if (front !== undefined) opened.front = front
    const port = front?.port ?? internalPort
    opened.isUp = true
    log.info({ port, internalPort }, 'started')
    const withinMs = stopsWithinMs(config.DRAIN_DELAY_MS, isAskedOverHttp)
    return { context, port, internalPort, registry, stop, stopsWithinMs: withinMs }
  } catch (error) {
    await stop().catch((stopError: unknown) =>
      log.warn({ err: stopError }, 'failed to close resources after a failed start'),
    )
    throw error
  }
}

/** Answers all that a service has taken, in the order in which one part needs the other: last of all it leaves the bus. */
async function leave(opened: Opened, bus: Bus, streamPools: StreamPools): Promise<void> {
  await opened.front?.drain()
  if (opened.server !== undefined) await closeServer(opened.server, httpGraceMs, streamPools)
  await opened.leadership?.stop()
  await Promise.all([...opened.loops.map((loop) => loop.stop()), bus.drain()])
  await bus.close()
}

async function closeStores({ database, documents }: Opened): Promise<void> {
  await Promise.all([database?.db.end(), documents?.close()])
}

async function keysOfAuth(bus: Bus): Promise<Awaited<ReturnType<KeySource>>> {
  return (await bus.call(getKeys, {}, { requestId: 'keys' })).keys
}
