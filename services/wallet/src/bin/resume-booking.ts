// Lets a wallet that has stopped itself book again, when the whole ledger is clean: DATABASE_URL=... AUDIT_KEY=... node services/wallet/src/bin/resume-booking.ts
// Exit 0 when it may, 1 when the ledger is not clean (each break is named), 2 when nobody can say, or it was not written into the audit log: then it stays stopped.
import { AuditLog } from '@kismet/service-kit/audit/log'
import { systemClock } from '@kismet/service-kit/clock'
import { createPool } from '@kismet/service-kit/database'
import { createLogger } from '@kismet/service-kit/logger'
import { resumeBooking } from '../booking-stop.ts'
import { operatorConfig } from '../config.ts'
import type { OperatorConfig } from '../config.ts'
import { isClean } from '../reconcile/reconcile.ts'
import { proveAll, report } from './proof.ts'

async function resume(config: OperatorConfig): Promise<string> {
  const log = createLogger('wallet', 'silent')
  const db = createPool({ url: config.DATABASE_URL, schema: 'wallet', maxConnections: 1, log })
  try {
    const audit = await AuditLog.open({ service: 'wallet', config, db, clock: systemClock, log })
    const stop = await resumeBooking(db, audit)
    return stop === undefined
      ? 'The wallet had not stopped itself: nothing is changed.'
      : `The wallet books again once the process that leads is restarted. It had stopped because: ${stop.cause}`
  } finally {
    await db.end()
  }
}

try {
  const config = operatorConfig()
  const found = await proveAll(config.DATABASE_URL)
  report(found)
  if (isClean(found.checks)) console.log(await resume(config))
  else process.exitCode = 1
} catch (error) {
  console.error(`The wallet stays as it is: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 2
}
