import type { ServiceName } from '@kismet/contracts'
import { Bus } from '@kismet/service-kit/bus/bus'
import { systemClock } from '@kismet/service-kit/clock'
import type { KeySource } from '@kismet/service-kit/tokens'
import { createLogger } from '@kismet/service-kit/logger'
import { busMetrics, Registry } from '@kismet/service-kit/metrics'

/** Joins the bus as a service that calls others. `keys`: of the tokens of those who call it. */
export function callerBus(
  url: string,
  service: ServiceName,
  keys: (bus: Bus) => KeySource = () => () => [],
): Promise<Bus> {
  return Bus.open(
    {
      url,
      service,
      clock: systemClock,
      log: createLogger('bench', 'warn'),
      metrics: busMetrics(new Registry()),
    },
    keys,
  )
}
