import { readinessOf, serviceNames } from '@kismet/contracts'
import type { ServiceName } from '@kismet/contracts'
import type { Bus } from '@kismet/service-kit/bus/bus'
import type { Clock } from '@kismet/service-kit/clock'
import type { ReadinessChecks } from '@kismet/service-kit/define-service'
import type { Redis } from 'ioredis'

/** The parts that play and money need (docs/start/development.md). */
const needed: readonly ServiceName[] = ['auth', 'wallet', 'dice-slots', 'mines', 'aviator', 'payments']
const freshMs = 500

const isTrue = (asked: Promise<boolean>) => asked.catch(() => false)

/** Asks services whether they can serve; all services by default. */
export async function readyParts(
  bus: Bus,
  services: readonly ServiceName[] = serviceNames,
): Promise<Record<string, boolean>> {
  const isReady = (service: ServiceName) =>
    bus.call(readinessOf(service), {}, { requestId: 'ready' }).then(({ ready }) => ready)
  const others = services.filter((service) => service !== 'gateway')
  const parts = others.map(async (service) => [service, await isTrue(isReady(service))] as const)
  return Object.fromEntries(await Promise.all(parts))
}

/** Asks every part whether it can serve. Anybody may ask for /ready, so an answer stands for half a second. */
export function readiness(bus: Bus, redis: Redis, clock: Clock): ReadinessChecks {
  let latest: { readonly at: number; readonly checks: ReturnType<ReadinessChecks> } | undefined
  const ask = async () => {
    const ofRedis = redis.ping().then(() => true)
    return { redis: await isTrue(ofRedis), ...(await readyParts(bus, needed)) }
  }
  return () => {
    const now = clock.now()
    if (latest === undefined || now - latest.at >= freshMs) latest = { at: now, checks: ask() }
    return latest.checks
  }
}
