import type { Bus } from '@kismet/service-kit/bus/bus'
import type { Clock } from '@kismet/service-kit/clock'
import type { Pool } from '@kismet/service-kit/database'
import type { Gate } from '@kismet/service-kit/gate'
import type { Logger } from '@kismet/service-kit/logger'
import type { Randomness } from '@kismet/service-kit/randomness'
import type { Config } from './config.ts'
import type { PictureMaker } from './pictures/picture-maker.ts'
import type { Telemetry } from './telemetry.ts'

/** What the handlers and loops of this service work with. */
export interface Context {
  readonly config: Config
  readonly db: Pool
  readonly bus: Bus
  readonly clock: Clock
  readonly randomness: Randomness
  readonly log: Logger
  readonly telemetry: Telemetry
  readonly pictures: PictureMaker
  /** Submissions with the same Idempotency-Key of one player, one at a time. */
  readonly submissions: Gate
}
