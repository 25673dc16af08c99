import { createConnection, mongo, STATES } from 'mongoose'
import type { Connection } from 'mongoose'
import { isBrokenLine } from './database-failure.ts'
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
/** The default timeout of a request. */
const usualMs = 3_000
const findServerMs = 1_500
/**
 * The timeout of one round trip. The connection is closed then, also when the caller has reached an
 * earlier timeout.
 */
const roundTripMs = 10_000
const heartbeatMs = 1_000
const tryEveryMs = 1_000
const closeWithinMs = 2_000

/**
 * The MongoDB of one service, with its own database (`kismet_support`; the path of the URL, if any,
 * replaces `kismet`). `kit.openDocuments` waits a moment for the server and then goes on without it.
 * It retries the connection every second. /ready has the check `documents`. The connection is closed
 * with the service.
 *
 * ```ts
 * open: async ({ MONGODB_URL: url }, kit) => ({   // env: documentsEnv
 *   ...kit,
 *   documents: await kit.openDocuments({ url, models: (connection) => ({ rows: connection.model<Row>('row', rowSchema) }) }),
 * }),
 * const newest = await documents.run(({ rows }) => rows.find({ playerId }).sort({ _id: -1 }).limit(50).lean())
 * ```
 * `run` has a timeout and a bounded queue. A lost or hanging server is the refusal `unavailable`.
 * The outcome of a write that was under way is unknown, so writes must be idempotent (an `_id` made
 * from the content, upserts with `$setOnInsert`). There are no transactions, TTL or partial indexes,
 * and few aggregation stages, because FerretDB, the local replacement of MongoDB, lacks them.
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
   * Runs a work with a timeout of `withinMs`.
   * @param options `isOwn`: a work of the service itself, with places that callers cannot take
   * @throws Refusal `unavailable` on a lost connection or a timeout, with an unknown outcome of the
   * work; also any error of the work
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
      // A request on a lost connection fails at once, so that requests do not queue without a
      // limit.
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
    // The waiting requests get this error too.
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
/**
 * Error codes of a server that stops or is not ready. 1: FerretDB without its PostgreSQL; 13, 18:
 * failed authentication.
 */
const notServing = new Set<unknown>([1, 13, 18, 50, 91, 189, 10107, 11600, 11602, 13435, 13436])

function isDown(error: unknown): boolean {
  if (error instanceof mongo.MongoServerError) return notServing.has(error.code)
  // The driver gives a failure of the socket on as it is while it waits to write more.
  if (isBrokenLine(error)) return true
  return error instanceof Error && (unreachable.test(error.name) || error.message.includes('`bufferCommands = false`'))
}
