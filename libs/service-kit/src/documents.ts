import { createConnection, mongo, STATES } from 'mongoose'
import type { Connection } from 'mongoose'
import { isBrokenLine } from './database.ts'
import { Gate } from './gate.ts'
import type { Logger } from './logger.ts'
import { startLoop } from './loop.ts'
import type { Loop } from './loop.ts'
import { Refusal } from './refusal.ts'

export interface DocumentsOptions<Models> {
  readonly url: string
  /** Makes the models of the service. The indexes of their schemas are made whenever MongoDB has come or come back, and the service is not ready before. */
  readonly models: (connection: Connection) => Models
  /** Works that run at a time, of those that somebody asks for. */
  readonly maxConnections?: number
}

/** What makes the indexes of a model: all that is asked of models here. */
type Indexed = Readonly<Record<string, { createIndexes(): Promise<unknown> }>>

export type OpenDocuments = <Models extends Indexed>(options: DocumentsOptions<Models>) => Promise<Documents<Models>>

const defaultConnections = 10
/** Of the works of the service itself. */
const ownConnections = 6
/** Works that wait for one of those; one more is refused at once. */
const mostWaiting = 200
/** How long somebody waits for a work that says nothing else. */
const usualMs = 3_000
const findServerMs = 1_500
/** One round trip. Whoever asked may be told sooner; the connection is given up then. */
const roundTripMs = 10_000
const heartbeatMs = 1_000
const tryEveryMs = 1_000
const closeWithinMs = 2_000

/**
 * The MongoDB of one service, on a database of its own (`kismet_support`; the path of the URL, if any, stands for `kismet`). `kit.openDocuments` opens it: it waits a
 * moment for the server and goes on without it, tries again every second for ever, is part of the service's /ready (`documents`), and is closed with the service.
 *
 * ```ts
 * open: async ({ MONGODB_URL: url }, kit) => ({   // env: documentsEnv
 *   ...kit,
 *   documents: await kit.openDocuments({ url, models: (connection) => ({ rows: connection.model<Row>('row', rowSchema) }) }),
 * }),
 * const newest = await documents.run(({ rows }) => rows.find({ playerId }).sort({ _id: -1 }).limit(50).lean())
 * ```
 * Everything goes through `run`: it has a deadline, a bounded number of works runs and waits, and whatever means that the server is away or hangs is `unavailable`. What was
 * under way then may have been carried out: write what can be repeated (an `_id` that says what it is, upserts with `$setOnInsert`). There are no transactions, TTL
 * or partial indexes, and few stages of aggregation: FerretDB, which stands in for MongoDB on one machine, has none.
 */
export class Documents<Models extends Indexed> {
  readonly #connection: Connection
  readonly #models: Models
  readonly #options: DocumentsOptions<Models>
  readonly #log: Logger
  readonly #asked: Gate
  readonly #own: Gate
  #loop: Loop | undefined
  #isOpen = false
  #isPrepared = false

  private constructor(options: DocumentsOptions<Models>, log: Logger) {
    const running = options.maxConnections ?? defaultConnections
    this.#connection = createConnection()
    this.#models = options.models(this.#connection)
    this.#options = options
    this.#log = log
    this.#asked = gateOf(running)
    this.#own = gateOf(ownConnections)
    this.#follow()
  }

  /** Answers when the service may begin: with MongoDB, or without it when it does not answer at once. */
  static async open<Models extends Indexed>(
    options: DocumentsOptions<Models>,
    service: string,
    log: Logger,
  ): Promise<Documents<Models>> {
    const documents = new Documents(options, log)
    const database = documentsDatabaseOf(options.url, service)
    await documents
      .#begin(database)
      .catch((error: unknown) => log.warn({ err: error }, 'MongoDB connection failed; retrying'))
    documents.#loop = startLoop('documents', tryEveryMs, log, () =>
      documents
        .#begin(database)
        .catch((error: unknown) => log.debug({ err: error }, 'MongoDB connection failed; retrying')),
    )
    return documents
  }

  /**
   * Runs a work and waits `withinMs` for it.
   * @param options `isOwn`: a work of the service itself, whose place nobody takes who asks the service for something, however many do
   * @throws Refusal `unavailable` when MongoDB is away, or has not answered by then; whether the work was carried out is not known then. Whatever else the work throws
   */
  async run<T>(work: (models: Models) => Promise<T>, { withinMs = usualMs, isOwn = false } = {}): Promise<T> {
    if (!this.#isReady) throw new Refusal('unavailable')
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => late.reject(new Refusal('unavailable')), withinMs)
    const gate = isOwn ? this.#own : this.#asked
    const running = gate
      .run('', () => work(this.#models))
      .catch((error: unknown) => {
        if (!isDown(error)) throw error
        this.#log.warn({ err: error }, 'MongoDB request failed or timed out')
        throw new Refusal('unavailable')
      })
    try {
      return await Promise.race([running, late.promise])
    } finally {
      clearTimeout(timer)
    }
  }

  /** Whether it answers, for /ready. */
  answers(): Promise<boolean> {
    const ping = async () => (await this.#connection.db?.admin().ping())?.ok === 1
    return this.run(ping, { withinMs: heartbeatMs, isOwn: true }).catch(() => false)
  }

  async close(): Promise<void> {
    await this.#loop?.stop()
    this.#connection.removeAllListeners('disconnected')
    const timeUp = Promise.withResolvers<undefined>()
    const timer = setTimeout(() => timeUp.resolve(undefined), closeWithinMs)
    await Promise.race([this.#connection.close().catch(() => undefined), timeUp.promise])
    clearTimeout(timer)
  }

  get #isReady(): boolean {
    return this.#isPrepared && this.#connection.readyState === STATES.connected
  }

  /** Connects, once; the driver comes back by itself then. Prepares, each time that MongoDB has come. */
  async #begin(database: string): Promise<void> {
    if (!this.#isOpen) await this.#connect(database)
    if (this.#isPrepared || this.#connection.readyState !== STATES.connected) return
    for (const model of Object.values(this.#models)) await model.createIndexes()
    this.#isPrepared = true
    this.#log.info('MongoDB is connected')
  }

  async #connect(dbName: string): Promise<void> {
    await this.#connection.openUri(this.#options.url, {
      dbName,
      // What is asked of a connection that is down fails at once: nothing waits in this process without a limit.
      bufferCommands: false,
      autoCreate: false,
      autoIndex: false,
      maxPoolSize: (this.#options.maxConnections ?? defaultConnections) + ownConnections,
      waitQueueTimeoutMS: usualMs,
      serverSelectionTimeoutMS: findServerMs,
      connectTimeoutMS: findServerMs,
      socketTimeoutMS: roundTripMs,
      heartbeatFrequencyMS: heartbeatMs,
    })
    this.#isOpen = true
  }

  #follow(): void {
    // Told to whoever waits for it, too.
    this.#connection.on('error', () => undefined)
    this.#connection.on('disconnected', () => {
      if (this.#isPrepared) this.#log.warn('MongoDB connection lost')
      this.#isPrepared = false
    })
    this.#connection.on('connected', () => this.#loop?.wake())
  }
}

function gateOf(running: number): Gate {
  const limits = { running, runningOfOwner: running, waiting: mostWaiting, waitingOfOwner: Infinity }
  return new Gate({ ...limits, waitingMs: usualMs })
}

/** The database of a service: named after the one that the URL names, if any. */
export function documentsDatabaseOf(url: string, service: string): string {
  const named = /^[^/]+\/\/[^/]+\/([^?]+)/.exec(url)?.[1] ?? 'kismet'
  return `${named}_${service.replaceAll('-', '_')}`
}

/** What the driver throws when the server cannot be reached, or does not answer in time. */
const unreachable =
  /^Mongo(ose)?(Network|ServerSelection|NotConnected|TopologyClosed|PoolCl|WaitQueue|ClientClosed|ExpiredSession)/
/** What a server says that is about to go, or not ready; 1: FerretDB when its PostgreSQL is away; 13, 18: it lets nobody in. */
const notServing = new Set<unknown>([1, 13, 18, 50, 91, 189, 10107, 11600, 11602, 13435, 13436])

function isDown(error: unknown): boolean {
  if (error instanceof mongo.MongoServerError) return notServing.has(error.code)
  // The driver gives a failure of the socket on as it is while it waits to write more.
  if (isBrokenLine(error)) return true
  return error instanceof Error && (unreachable.test(error.name) || error.message.includes('`bufferCommands = false`'))
}
