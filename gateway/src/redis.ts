import type { Logger } from '@kismet/service-kit/logger'
import { Redis } from 'ioredis'

/** One connection for commands, and one for what other gateways publish. */
export interface RedisConnections {
  readonly commands: Redis
  readonly subscriber: Redis
}

const commandTimeoutMs = 500
const connectTimeoutMs = 2_000
const longestPauseMs = 1_000

const retryStrategy = (attempt: number) => Math.min(50 * 2 ** Math.min(attempt, 5), longestPauseMs)

const lasting = { lazyConnect: true, connectTimeout: connectTimeoutMs, retryStrategy }

/** Says when a connection is lost and when it is back, once each. */
function logState(redis: Redis, connection: string, log: Logger): void {
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

/**
 * Connects to Redis, and connects again for ever. A command on a connection that is down fails at once: who needs an answer asks elsewhere or
 * refuses. Does not throw when Redis is not there: the gateway starts without it and is not ready.
 */
export async function openRedis(url: string, log: Logger): Promise<RedisConnections> {
  const commands = new Redis(url, {
    ...lasting,
    enableOfflineQueue: false,
    // Commands of one turn of the event loop leave with one write: writes cost more than all else that a command needs here.
    enableAutoPipelining: true,
    maxRetriesPerRequest: 0,
    commandTimeout: commandTimeoutMs,
  })
  const subscriber = new Redis(url, { ...lasting, maxRetriesPerRequest: null })
  logState(commands, 'commands', log)
  logState(subscriber, 'subscriber', log)
  await Promise.allSettled([commands.connect(), subscriber.connect()])
  return { commands, subscriber }
}
