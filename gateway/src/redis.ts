import type { Logger } from '@kismet/service-kit/logger'
import { Redis } from 'ioredis'

/** One connection for commands, and one for what other gateways publish. */
export interface RedisConnections {
  readonly commands: Redis
  readonly subscriber: Redis
  close(): void
}

const commandTimeoutMs = 500
const connectTimeoutMs = 2_000
const longestPauseMs = 1_000

const retryStrategy = (attempt: number) => Math.min(50 * 2 ** Math.min(attempt, 5), longestPauseMs)

/** Says when a connection is lost and when it is back, once each. */
function logState(redis: Redis, name: string, log: Logger): void {
  const state = { up: true }
  redis.on('ready', () => {
    if (!state.up) log.info({ connection: name }, 'Redis is back')
    state.up = true
  })
  redis.on('error', (error) => {
    if (state.up) log.warn({ err: error, connection: name }, 'Redis is gone')
    state.up = false
  })
  redis.on('close', () => {
    if (state.up) log.warn({ connection: name }, 'the connection to Redis was lost')
    state.up = false
  })
}

/**
 * Connects to Redis, and connects again for ever. A command on a connection that is down fails at once: who needs an answer asks elsewhere or
 * refuses. Does not throw when Redis is not there: the gateway starts without it and is not ready.
 */
export async function openRedis(url: string, log: Logger): Promise<RedisConnections> {
  const commands = new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    // Commands of one turn of the event loop leave with one write: writes cost more than all else that a command needs here.
    enableAutoPipelining: true,
    maxRetriesPerRequest: 0,
    commandTimeout: commandTimeoutMs,
    connectTimeout: connectTimeoutMs,
    retryStrategy,
  })
  const subscriber = new Redis(url, {
    lazyConnect: true,
    maxRetriesPerRequest: null,
    connectTimeout: connectTimeoutMs,
    retryStrategy,
  })
  logState(commands, 'commands', log)
  logState(subscriber, 'subscriber', log)
  await Promise.allSettled([commands.connect(), subscriber.connect()])
  return {
    commands,
    subscriber,
    close() {
      commands.disconnect()
      subscriber.disconnect()
    },
  }
}

/** Whether Redis answers, for /ready. */
export async function redisAnswers({ commands }: RedisConnections): Promise<boolean> {
  return commands.ping().then(
    () => true,
    () => false,
  )
}
