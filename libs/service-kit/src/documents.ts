import { setTimeout as delay } from 'node:timers/promises'
import { createConnection, mongo, STATES } from 'mongoose'
import type { Connection } from 'mongoose'
import { isBrokenLine } from './database-failure.ts'
import { BoundedQueue } from './bounded-queue.ts'
import type { Logger } from './logger.ts'
import { startLoop } from './loop.ts'
import type { Loop } from './loop.ts'
import { Refusal } from './refusal.ts'

export interface DocumentsOptions<Models> {
  readonly url: string
  /** Makes the models of the service. The service is ready once the indexes of their schemas are made. */
  readonly models: (connection: Connection) => Models
}

/** What makes the indexes of a model: all that is asked of models here. */
type Indexed = Readonly<Record<string, { createIndexes(): Promise<unknown> }>>

export type OpenDocuments = <Models extends Indexed>(options: DocumentsOptions<Models>) => Promise<Documents<Models>>

const maxConnections = 16
/** Callers get no more of them. The others are for the service itself and for /ready. */
const callersConnections = 10
/** Works of callers that wait for a connection. */
const mostWaiting = 200
/** The default timeout of a request, with its wait for a connection. */
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
 * `run` has a timeout. A lost or hanging server is the refusal `unavailable`. The outcome of a write
 * that was under way is unknown, so writes must be idempotent (an `_id` made from the content,
 * upserts with `$setOnInsert`). There are no transactions, TTL or partial indexes, and few
 * aggregation stages, because FerretDB, the local replacement of MongoDB, lacks them.
 */
export class Documents<Models extends Indexed> {
  readonly #connection: Connection
  readonly #models: Models
  readonly #log: Logger
  #loop: Loop | undefined
  #isOpen = false
  #isPrepared = false
  readonly #callers = new BoundedQueue({
    ...{ running: callersConnections, runningOfOwner: callersConnections },
    ...{ waiting: mostWaiting, waitingOfOwner: Infinity, waitingMs: usualMs },
  })

  private constructor(options: DocumentsOptions<Models>, log: Logger) {
    this.#connection = createConnection()
    this.#models = options.models(this.#connection)
    this.#log = log
    // The waiting requests get this error too.
    this.#connection.on('error', () => undefined)
    this.#connection.on('disconnected', () => log.warn('MongoDB connection lost'))
  }

  /** Answers when the service may begin: with MongoDB, or without it when it does not answer at once. */
  static async open<Models extends Indexed>(
    options: DocumentsOptions<Models>,
    service: string,
    log: Logger,
  ): Promise<Documents<Models>> {
    const documents = new Documents(options, log)
    const begin = () => documents.#begin(options, service)
    await begin().catch((error: unknown) => log.warn({ err: error }, 'MongoDB connection failed; retrying'))
    documents.#loop = startLoop('documents', tryEveryMs, log, () => begin().catch(() => undefined))
    return documents
  }

  /**
   * @param options `isOwn`: work of the service itself, which callers cannot hold up
   * @throws Refusal `unavailable` on a lost connection or a timeout of `withinMs`, with an unknown
   * outcome of the work; also any error of the work
   */
  async run<T>(work: (models: Models) => Promise<T>, { withinMs = usualMs, isOwn = false } = {}): Promise<T> {
    if (!this.#isPrepared || this.#connection.readyState !== STATES.connected) throw new Refusal('unavailable')
    const begun = isOwn ? work(this.#models) : this.#callers.run('', () => work(this.#models))
    const running = begun.catch((error: unknown) => {
      if (!isDown(error)) throw error
      this.#log.warn({ err: error }, 'MongoDB request failed or timed out')
      throw new Refusal('unavailable')
    })
    const late = delay(withinMs, undefined, { ref: false }).then(() => Promise.reject(new Refusal('unavailable')))
    return Promise.race([running, late])
  }

  answers(): Promise<boolean> {
    const ping = async () => (await this.#connection.db?.admin().ping())?.ok === 1
    return this.run(ping, { withinMs: heartbeatMs, isOwn: true }).catch(() => false)
  }

  async close(): Promise<void> {
    await this.#loop?.stop()
    this.#connection.removeAllListeners('disconnected')
    await Promise.race([
      this.#connection.close().catch(() => undefined),
      delay(closeWithinMs, undefined, { ref: false }),
    ])
  }

  /** Connects and makes the indexes once; the driver reconnects by itself. */
  async #begin({ url }: DocumentsOptions<Models>, service: string): Promise<void> {
    if (this.#isPrepared) return
    if (!this.#isOpen)
      await this.#connection.openUri(url, {
        dbName: documentsDatabaseOf(url, service),
        // A request on a lost connection fails at once.
        bufferCommands: false,
        autoCreate: false,
        autoIndex: false,
        maxPoolSize: maxConnections,
        waitQueueTimeoutMS: usualMs,
        serverSelectionTimeoutMS: findServerMs,
        connectTimeoutMS: findServerMs,
        socketTimeoutMS: roundTripMs,
        heartbeatFrequencyMS: heartbeatMs,
      })
    this.#isOpen = true
    if (this.#connection.readyState !== STATES.connected) return
    for (const model of Object.values(this.#models)) await model.createIndexes()
    this.#isPrepared = true
    this.#log.info('MongoDB is connected')
  }
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
