// Ends a booking stop when the whole ledger is clean: DATABASE_URL=... AUDIT_KEY=... node
// services/wallet/src/bin/resume-booking.ts
// Exit 0: booking resumes. Exit 1: the ledger is broken, and each break is printed. Exit 2: the
// ledger could not be read, or the audit log could not be written. Booking stays stopped on 1 and
// 2.
import { resumeBooking } from '../booking-stop.ts'
import { operatorConfig } from '../config.ts'
import type { OperatorConfig } from '../config.ts'
import { isClean } from '../reconcile/reconcile.ts'
import { asOperator } from './operator.ts'
import { proveAll, report } from './proof.ts'

async function resume(config: OperatorConfig): Promise<string> {
  const stop = await asOperator(config, resumeBooking)
  return stop === undefined
    ? 'Booking was not stopped.'
    : `Booking resumes when the leader restarts. Booking was stopped because: ${stop.cause}`
}

try {
  const config = operatorConfig()
  const found = await proveAll(config.DATABASE_URL)
  report(found)
  if (isClean(found.checks)) console.log(await resume(config))
  else process.exitCode = 1
} catch (error) {
  console.error(`Booking stays stopped: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 2
}
