import type { Bus } from '@kismet/service-kit/bus/bus'
import type { Clock } from '@kismet/service-kit/clock'
import type { Pool } from '@kismet/service-kit/database'
import type { Logger } from '@kismet/service-kit/logger'
import type { Randomness } from '@kismet/service-kit/randomness'
import type { Config } from './config.ts'
import type { PictureMaker } from './pictures/picture-maker.ts'
import type { Telemetry } from './telemetry.ts'
import type { Gate } from './work/gate.ts'
import type { Turns } from './work/turns.ts'

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
  /** Uploads that are held in memory. */
  readonly uploads: Gate
  /** Submissions with the same Idempotency-Key of one player. */
  readonly submissions: Turns
  /** What runs in the background, to be stopped. */
}
