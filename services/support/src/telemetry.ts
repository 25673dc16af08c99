import { counterIn } from '@kismet/service-kit/metrics'
import type { Registry } from '@kismet/service-kit/metrics'

export interface Telemetry {
  /** A message was taken. */
  taken(from: 'player' | 'stranger'): void
  /** A message was refused because so many are open. */
  refused(whose: 'player' | 'site' | 'strangers' | 'all'): void
}

export function createTelemetry(registry: Registry): Telemetry {
  const messages = counterIn(registry, 'support_messages_total', 'Messages that were taken', 'from')
  const refused = counterIn(
    registry,
    'support_refused_total',
    'Messages that were refused because so many are open',
    'whose',
  )
  return { taken: (from) => messages.inc({ from }), refused: (whose) => refused.inc({ whose }) }
}
