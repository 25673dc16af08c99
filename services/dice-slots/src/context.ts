import type { Bus } from '@kismet/service-kit/bus/bus'
import type { Clock } from '@kismet/service-kit/clock'
import type { Pool } from '@kismet/service-kit/database'
import type { Logger } from '@kismet/service-kit/logger'
import type { Randomness } from '@kismet/service-kit/randomness'
import type { PlayerQueue } from './plays/player-queue.ts'
import type { SeedSeal } from './seed-seal.ts'
import type { Telemetry } from './telemetry.ts'

/** What the operations of this service work with. */
export interface Context {
  readonly db: Pool
  readonly bus: Bus
  readonly clock: Clock
  readonly randomness: Randomness
  readonly log: Logger
  readonly seal: SeedSeal
  readonly queue: PlayerQueue
  readonly telemetry: Telemetry
  /** What runs in the background, from `start` until `close`. */
}
