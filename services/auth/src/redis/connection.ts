import type { Kit } from '@kismet/service-kit/define-service'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Logger } from '@kismet/service-kit/logger'
import { Redis } from 'ioredis'

/** What counters in Redis work with. */
export type RedisParts = Pick<Kit, 'clock' | 'randomness' | 'log'> & { readonly redis: Redis }

const commandTimeoutMs = 1_000
const firstConnectionWithinMs = 2_000
const retryEveryMs = 500

/**
 * Connects to Redis and keeps connecting. While it is gone every command fails at once: nothing is queued and nothing is sent twice, because a
 * counter that moves late or twice is worse than a refusal.
 */
export async function connectRedis(url: string, log: Logger): Promise<Redis> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: firstConnectionWithinMs,
    commandTimeout: commandTimeoutMs,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    retryStrategy: () => retryEveryMs,
    connectionName: 'auth',
  })
  redis.on('error', (error: Error) => log.warn({ err: error }, 'redis'))
  await redis.connect().catch((error: unknown) => log.warn({ err: error }, 'Redis cannot be reached yet'))
  return redis
}

/** Runs commands that a decision hangs on. @throws Refusal `unavailable` when Redis does not answer: without its counters nobody is let in. */
export async function needed<T>(commands: Promise<T>, log: Logger): Promise<T> {
  try {
    return await commands
  } catch (error) {
    log.error({ err: error }, 'Redis is needed and does not answer')
    throw new Refusal('unavailable')
  }
}
