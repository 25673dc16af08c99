import { Redis } from 'ioredis'
import type { RedisOptions } from 'ioredis'
import type { Logger } from './logger.ts'
import { Refusal } from './refusal.ts'

const connectTimeoutMs = 2_000
/** The timeout after which a silent connection is closed and opened again. */
const silentMs = 5_000
const longestPauseMs = 1_000

/** The log of each connection, and the connections that are in trouble: its begin and its end are one line each. */
const logs = new WeakMap<Redis, Logger>()
const troubled = new WeakSet<Redis>()

/** Notes that a command has failed whose caller goes on without it. */
export function commandFailed(redis: Redis, error: unknown, what = 'Redis command failed or timed out'): void {
  if (!troubled.has(redis)) logs.get(redis)?.warn({ err: error }, what)
  troubled.add(redis)
}

function endTrouble(redis: Redis): void {
  if (troubled.delete(redis)) logs.get(redis)?.info('Redis connection recovered')
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
  logs.set(redis, log.child({ connection: options.connectionName }))
  const lost = (error?: Error) => commandFailed(redis, error, 'Redis connection lost; reconnecting')
  redis.on('error', lost).on('close', lost)
  redis.on('ready', () => endTrouble(redis))
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
    endTrouble(redis)
    return answer
  } catch (error) {
    commandFailed(redis, error)
    throw new Refusal('unavailable')
  }
}
