import type { AuditLog } from '@kismet/service-kit/audit/log'
import type { Pool } from '@kismet/service-kit/database'
import type { Kit } from '@kismet/service-kit/define-service'
import type { Secrets } from './security/secrets.ts'

/** What the service and the commands of an operator share. */
export interface Sources extends Pick<Kit, 'clock' | 'randomness'> {
  readonly audit: AuditLog
  readonly db: Pool
  readonly secrets: Secrets
}
