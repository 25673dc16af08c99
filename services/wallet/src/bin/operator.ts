import { AuditLog } from '@kismet/service-kit/audit/log'
import { systemClock } from '@kismet/service-kit/clock'
import { createPool } from '@kismet/service-kit/database'
import type { Pool } from '@kismet/service-kit/database'
import { createLogger } from '@kismet/service-kit/logger'
import type { OperatorConfig } from '../config.ts'

/** Does what an operator has asked for, on the database of the wallet and with its audit log. */
export async function asOperator<T>(
  config: OperatorConfig,
  work: (db: Pool, audit: AuditLog) => Promise<T>,
): Promise<T> {
  const log = createLogger('wallet', 'silent')
  const db = createPool({ url: config.DATABASE_URL, schema: 'wallet', maxConnections: 1, log })
  try {
    return await work(db, await AuditLog.open({ service: 'wallet', config, db, clock: systemClock, log }))
  } finally {
    await db.end()
  }
}
