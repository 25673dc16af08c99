import { Redis } from 'ioredis'
import type { RedisOptions } from 'ioredis'
import type { Logger } from './logger.ts'
import { Refusal } from './refusal.ts'

const connectTimeoutMs = 2_000
const longestPauseMs = 1_000

/** Says when a connection is lost and when it is back, once each. */
function logState(redis: Redis, connection: string | undefined, log: Logger): void {
  const state = { up: true }
  const lost = (error?: Error) => {
    if (state.up) log.warn({ err: error, connection }, 'Redis is gone')
    state.up = false
  }
  redis.on('error', lost).on('close', lost)
  redis.on('ready', () => {
    if (!state.up) log.info({ connection }, 'Redis is back')
    state.up = true
  })
}

type Options = Pick<
  RedisOptions,
  | 'connectionName'
  | 'commandTimeout'
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
    ...options,
  })
  logState(redis, options.connectionName, log)
  await redis.connect().catch(() => undefined)
  return redis
}

/**
 * For commands whose answers decide something: on a connection that is down they fail at once. Nothing is queued and nothing is sent twice, because a counter
 * that moves late or twice is worse than a refusal.
 */
export function openForCommands(url: string, log: Logger, name: string, commandTimeout: number): Promise<Redis> {
  return openRedis(url, log, {
    connectionName: name,
    commandTimeout,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    // Commands of one turn of the event loop leave with one write: writes cost more than all else that a command needs here.
    enableAutoPipelining: true,
    maxRetriesPerRequest: 0,
  })
}

/** Runs commands that an answer hangs on. @throws Refusal `unavailable` when Redis does not answer */
export async function needed<T>(commands: Promise<T>, log: Logger): Promise<T> {
  try {
    return await commands
  } catch (error) {
    log.warn({ err: error }, 'Redis is needed and does not answer')
    throw new Refusal('unavailable')
  }
}
