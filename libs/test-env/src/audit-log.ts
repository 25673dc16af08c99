import { getAuditLog } from '@kismet/contracts'
import type { AuditedService, WireInput, WireOutput } from '@kismet/contracts'
import type { AdminActor } from './actors.ts'
import { eventually } from './eventually.ts'

/** The audit log as an admin reads it, when just these services are silent in it: one that is busy may not have answered in time, which the log says of it. */
export function auditLog(
  admin: AdminActor,
  asked: WireInput<typeof getAuditLog> & Record<string, unknown>,
  silent: readonly AuditedService[] = [],
): Promise<WireOutput<typeof getAuditLog>> {
  return eventually(`the services that do not answer are [${silent.join(', ')}]`, async () => {
    const log = await admin.api.must(getAuditLog, asked)
    return log.silent.join() === silent.join() && log
  })
}
