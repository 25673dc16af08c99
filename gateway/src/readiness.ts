import { readinessOf } from '@kismet/contracts'
import type { ServiceName } from '@kismet/contracts'
import type { Bus } from '@kismet/service-kit/bus/bus'
import type { Clock } from '@kismet/service-kit/clock'
import { redisAnswers } from './redis.ts'
import type { RedisConnections } from './redis.ts'

/** The parts that play and money need (docs/wire.md, "The local stack as others use it"). */
const needed: readonly ServiceName[] = ['auth', 'wallet', 'dice-slots', 'payments']
const freshMs = 500

async function isReady(bus: Bus, service: ServiceName): Promise<boolean> {
  return bus.call(readinessOf(service), {}, { requestId: 'ready' }).then(
    (answer) => answer.ready,
    () => false,
  )
}

/** Asks every part whether it can serve. Anybody may ask for /ready, so an answer stands for half a second. */
export function readiness(bus: Bus, redis: RedisConnections, clock: Clock): () => Promise<Record<string, boolean>> {
  let latest: { readonly at: number; readonly checks: Promise<Record<string, boolean>> } | undefined
  const ask = async () => {
    const asked = needed.map(async (service) => [service, await isReady(bus, service)] as const)
    return { redis: await redisAnswers(redis), ...Object.fromEntries(await Promise.all(asked)) }
  }
  return () => {
    const now = clock.now()
    if (latest === undefined || now - latest.at >= freshMs) latest = { at: now, checks: ask() }
    return latest.checks
  }
}
