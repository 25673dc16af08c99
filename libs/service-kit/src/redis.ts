import { Redis } from 'ioredis'
import type { RedisOptions } from 'ioredis'
import type { Logger } from './logger.ts'
import { Refusal } from './refusal.ts'

const connectTimeoutMs = 2_000
/** The timeout after which a silent connection is closed and opened again. */
const silentMs = 5_000
const longestPauseMs = 1_000

/** What goes wrong with a connection, told once: when it begins, and when it is over, with how many commands have failed meanwhile. */
class Trouble {
  readonly #connection: string | undefined
  readonly #log: Logger
  #failed: number | undefined

  constructor(connection: string | undefined, log: Logger) {
    this.#connection = connection
    this.#log = log
  }

  begin(error: unknown, what: string): void {
    if (this.#failed !== undefined) return
    this.#failed = 0
    this.#log.warn({ err: error, connection: this.#connection }, what)
  }

  commandFailed(error: unknown): void {
    this.begin(error, 'Redis command failed or timed out')
    this.#failed = (this.#failed ?? 0) + 1
  }

  end(): void {
    if (this.#failed !== undefined)
      this.#log.info({ connection: this.#connection, failed: this.#failed }, 'Redis connection recovered')
    this.#failed = undefined
  }
}

const troubles = new WeakMap<Redis, Trouble>()

/** Notes that a command has failed whose caller goes on without it. */
export function commandFailed(redis: Redis, error: unknown): void {
  troubles.get(redis)?.commandFailed(error)
}

type Options = Pick<
  RedisOptions,
  | 'connectionName'
  | 'commandTimeout'
  | 'socketTimeout'
  | 'enableOfflineQueue'
  | 'autoResendUnfulfilledCommands'
  | 'enableAutoPipelining'
  | 'maxRetriesPerRequest'
>

/** Connects to Redis, and connects again for ever. Does not throw when it is not there: who opens it starts without it, and is not ready. */
export async function openRedis(url: string, log: Logger, options: Options): Promise<Redis> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: connectTimeoutMs,
    retryStrategy: (attempt) => Math.min(50 * 2 ** Math.min(attempt, 5), longestPauseMs),
    // After a failover the old master still answers. A new connection finds the new master by the name.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
    ...options,
  })
  const trouble = new Trouble(options.connectionName, log)
  troubles.set(redis, trouble)
  const lost = (error?: Error) => trouble.begin(error, 'Redis connection lost; reconnecting')
  redis.on('error', lost).on('close', lost)
  redis.on('ready', () => trouble.end())
  await redis.connect().catch(() => undefined)
  return redis
}

/**
 * A connection for commands whose answers decide something. Commands on a lost connection fail at
 * once, without a queue or a resend. A counter that moves late or twice is worse than a refusal.
 */
export function openForCommands(url: string, log: Logger, name: string, commandTimeout: number): Promise<Redis> {
  return openRedis(url, log, {
    connectionName: name,
    commandTimeout,
    socketTimeout: silentMs,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    // Commands of one turn of the event loop leave with one write: writes cost more than all else that a command needs here.
    enableAutoPipelining: true,
    maxRetriesPerRequest: 0,
  })
}

/** Runs commands that an answer hangs on. @throws Refusal `unavailable` when Redis does not answer */
export async function needed<T>(redis: Redis, commands: Promise<T>): Promise<T> {
  try {
    const answer = await commands
    troubles.get(redis)?.end()
    return answer
  } catch (error) {
    commandFailed(redis, error)
    throw new Refusal('unavailable')
  }
}
