import type { AuditLog } from '@kismet/service-kit/audit/log'
import type { Kit } from '@kismet/service-kit/define-service'
import type { Secrets } from './security/secrets.ts'

/** What the service and the commands of an operator share. */
export type Sources = Pick<Kit, 'clock' | 'randomness'> & { readonly audit: AuditLog; readonly secrets: Secrets }
