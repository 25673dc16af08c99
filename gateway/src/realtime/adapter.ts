import type { Logger } from '@kismet/service-kit/logger'
import { createAdapter } from '@socket.io/redis-adapter'
import type { Redis } from 'ioredis'
import type { GatewayContext } from '../context.ts'

/**
 * What the adapter needs of a Redis connection. It does not look at what becomes of its commands, so a failed one is logged here: a message to
 * a player that other gateways did not get is no reason to fall over, since who missed it reads the state.
 */
function forAdapter(redis: Redis, log: Logger) {
  const quietly = (sent: Promise<unknown>) => {
    sent.catch((error: unknown) => log.debug({ err: error }, 'Redis did not take a message between gateways'))
  }
  return {
    publish: (channel: string, message: string | Buffer) => quietly(redis.publish(channel, message)),
    subscribe: (channels: string[]) => quietly(redis.subscribe(...channels)),
    psubscribe: (pattern: string) => quietly(redis.psubscribe(pattern)),
    unsubscribe: (channels: string[]) => quietly(redis.unsubscribe(...channels)),
    punsubscribe: (pattern: string) => quietly(redis.punsubscribe(pattern)),
    on: (event: string, listener: (...args: unknown[]) => void) => redis.on(event, listener),
    off: (event: string, listener: (...args: unknown[]) => void) => redis.off(event, listener),
  }
}

/** Carries messages to one player between the gateways. */
export function redisAdapter({ redis, subscriber, log }: GatewayContext): ReturnType<typeof createAdapter> {
  return createAdapter(forAdapter(redis, log), forAdapter(subscriber, log), { key: 'sockets' })
}
