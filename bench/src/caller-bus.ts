import type { ServiceName } from '@kismet/contracts'
import { Bus } from '@kismet/service-kit/bus/bus'
import { systemClock } from '@kismet/service-kit/clock'
import { createLogger } from '@kismet/service-kit/logger'
import { busMetrics, Registry } from '@kismet/service-kit/metrics'

/** Joins the bus as a service that calls others. */
export function callerBus(url: string, service: ServiceName): Promise<Bus> {
  return Bus.open(
    {
      url,
      service,
      clock: systemClock,
      log: createLogger('bench', 'warn'),
      metrics: busMetrics(new Registry()),
    },
    () => () => Promise.resolve([]),
  )
}
