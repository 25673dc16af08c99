import type { Pool } from '@kismet/service-kit/database'
import type { Kit } from '@kismet/service-kit/define-service'
import type { Gate } from '@kismet/service-kit/gate'
import type { PictureMaker } from './pictures/picture-maker.ts'
import type { Telemetry } from './telemetry.ts'

/** What the handlers and loops of this service work with. */
export interface Context extends Pick<Kit, 'bus' | 'clock' | 'randomness' | 'log'> {
  readonly db: Pool
  readonly telemetry: Telemetry
  readonly pictures: PictureMaker
  /** Submissions with the same Idempotency-Key of one player, one at a time. */
  readonly submissions: Gate
  /** Lists of admins, which may have to look through all requests. */
  readonly searches: Gate
}
