import { getKeys, getSiteMaintenance } from '@kismet/contracts'
import type { BusUser } from '@kismet/contracts'
import { Bus } from '@kismet/service-kit/bus/bus'
import { systemClock } from '@kismet/service-kit/clock'
import type { Clock } from '@kismet/service-kit/clock'
import { handle } from '@kismet/service-kit/handle'
import type { Handler } from '@kismet/service-kit/handle'
import { createLogger } from '@kismet/service-kit/logger'
import { busMetrics, Registry } from '@kismet/service-kit/metrics'
import { closeAtEnd } from './left-behind.ts'
import type { TestNats } from './test-servers.ts'
import type { TestTokens } from './test-tokens.ts'

/** The log of test services: errors alone, unless TEST_LOG_LEVEL asks for more. */
export function testLogger(service: string): ReturnType<typeof createLogger> {
  return createLogger(service, process.env.TEST_LOG_LEVEL ?? 'silent')
}

/**
 * Joins the bus as a service, with just that service's permissions: to call the service under test as its callers do, or to stand in for another service.
 * @param clock the test's own when the service under test has it too: tokens expire by it
 */
export async function joinBus(
  nats: TestNats,
  service: BusUser,
  tokens: TestTokens,
  clock: Clock = systemClock,
): Promise<Bus> {
  const bus = await Bus.open(
    {
      url: nats.urlOf(service),
      service,
      clock,
      log: testLogger(`${service} (test)`),
      metrics: busMetrics(new Registry()),
    },
    () => () => Promise.resolve(tokens.keys),
  )
  closeAtEnd(() => bus.close())
  return bus
}

/** Stands in for a service. Its operations are answered from now on: a call that came before the server knew of them would be `unavailable`. */
export async function standIn(
  nats: TestNats,
  service: BusUser,
  tokens: TestTokens,
  handlers: readonly Handler<undefined>[],
  clock?: Clock,
): Promise<Bus> {
  const bus = await joinBus(nats, service, tokens, clock)
  bus.serve(handlers, undefined)
  await bus.flush()
  return bus
}

export const siteIsOpen = handle(getSiteMaintenance, () => Promise.resolve({ siteMaintenance: false }))

/** A fake auth. Answers the keys of `tokens` and the handlers of the test. By default the site is open. @param clock as of `joinBus` */
export function startFakeAuth(
  nats: TestNats,
  tokens: TestTokens,
  handlers: readonly Handler<undefined>[] = [siteIsOpen],
  clock?: Clock,
): Promise<Bus> {
  const keys = handle(getKeys, () => Promise.resolve({ keys: [...tokens.keys] }))
  return standIn(nats, 'auth', tokens, [keys, ...handlers], clock)
}
