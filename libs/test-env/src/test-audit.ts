import type { AuditedService } from '@kismet/contracts'
import { ChainKey } from '@kismet/service-kit/audit/chain'
import { checkChain } from '@kismet/service-kit/audit/check'
import type { Queryable } from '@kismet/service-kit/database'

/** What the services of the tests hash their audit logs with. */
export const auditKey = 'a key of the tests that is long enough'

/** @returns what is wrong with the audit log of a service, or null when every row is as it was written. */
export async function auditFault(db: Queryable, service: AuditedService): Promise<string | null> {
  const key = new ChainKey(auditKey, service)
  const { fault } = await checkChain({ db, key, isWhole: true })
  return fault?.what ?? null
}
