import type { Kit, ReadinessChecks } from '@kismet/service-kit/define-service'
import type { Maintenance } from '@kismet/service-kit/maintenance'
import type { Redis } from 'ioredis'
import type { ClientAddresses } from './client-address.ts'
import type { GatewayConfig } from './config.ts'
import type { Rates } from './rates.ts'
import type { Presence } from './realtime/presence.ts'
import type { RoundClock } from './realtime/round-clock.ts'
import type { ServiceTimes } from './service-times.ts'
import type { Sessions } from './sessions.ts'
import type { Telemetry } from './telemetry.ts'

/** Everything that the gateway's handlers stand on. */
export interface GatewayContext extends Kit {
  readonly config: GatewayConfig
  readonly redis: Redis
  readonly sessions: Sessions
  readonly maintenance: Maintenance
  readonly rates: Rates
  readonly presence: Presence
  /** The time by which a round of Aviator runs. */
  readonly roundClock: RoundClock
  readonly telemetry: Telemetry
  /** How fast the services answer, by what this gateway passes on. */
  readonly serviceTimes: ServiceTimes
  readonly clients: ClientAddresses
  /** Whose pages may talk to the gateway. Tools send no origin, and may too. */
  readonly origins: ReadonlySet<string>
  /** Whether each part that play and money need can serve. */
  readonly checkParts: ReadinessChecks
}
