import { counterIn } from '@kismet/service-kit/metrics'
import type { Registry } from '@kismet/service-kit/metrics'

export interface Telemetry {
  /** A message was taken. */
  taken(from: 'player' | 'stranger'): void
}

export function createTelemetry(registry: Registry): Telemetry {
  const messages = counterIn(registry, 'support_messages_total', 'Messages that were taken', 'from')
  return { taken: (from) => messages.inc({ from }) }
}
