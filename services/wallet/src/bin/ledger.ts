// Commands of an operator: DATABASE_URL=... AUDIT_KEY=... node services/wallet/src/bin/ledger.ts COMMAND
//
// `reconcile` checks the whole ledger. It needs no AUDIT_KEY.
//
// `resume-booking` checks the whole ledger, and ends a booking stop when the ledger is clean.
//
// `allow-pay-outs WHY` allows pay-outs although the ledger is broken, after a check of the known breaks.
//
// Exit 0: done. Exit 1: the ledger is broken, and each break is printed. Exit 2: a failure. The
// ledger is unchanged on 1 and 2.
import { AuditLog } from '@kismet/service-kit/audit/log'
import { systemClock } from '@kismet/service-kit/clock'
import { createClient, createPool, endClient } from '@kismet/service-kit/database'
import type { Pool } from '@kismet/service-kit/database'
import { createLogger } from '@kismet/service-kit/logger'
import { resumeBooking } from '../booking-stop.ts'
import { commandConfig, operatorConfig } from '../config.ts'
import { allowPayOuts } from '../reconcile/ledger-state.ts'
import { isClean, reconcile } from '../reconcile/reconcile.ts'
import type { Reconciliation } from '../reconcile/reconcile.ts'

const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' })

/** Prints the result of a reconciliation, with each break. */
function report({ checks, totals }: Reconciliation): void {
  for (const { name, checked, breaks, examples } of checks) {
    console.log(`${breaks === 0 ? 'ok  ' : 'FAIL'} ${name} (${checked} checked)`)
    for (const example of examples) console.log(`       ${example}`)
    if (breaks > examples.length) console.log(`       and ${breaks - examples.length} more`)
  }
  const shown = [
    ['players', totals.playersTotal],
    ['held', totals.heldTotal],
    ['open stakes', totals.openStakesTotal],
    ['house', totals.houseTotal],
  ] as const
  console.log(shown.map(([name, paise]) => `${name} ${rupees.format(paise / 100)}`).join(', '))
  console.log(`${totals.entries} entries: ${isClean(checks) ? 'the ledger is clean' : 'THE LEDGER DOES NOT ADD UP'}`)
}

/** Reconciles the whole ledger. @returns whether it is clean; else the exit code is 1 */
async function reconcileAll(): Promise<boolean> {
  const client = createClient({ url: commandConfig().DATABASE_URL, schema: 'wallet' })
  // A connection that is lost fails the query that it had.
  client.on('error', () => undefined)
  try {
    await client.connect()
    const found = await reconcile(client)
    report(found)
    if (!isClean(found.checks)) process.exitCode = 1
    return isClean(found.checks)
  } finally {
    await endClient(client)
  }
}

/** Runs the work of an operator with the database and the audit log of the wallet. */
async function asOperator<T>(work: (db: Pool, audit: AuditLog) => Promise<T>): Promise<T> {
  const config = operatorConfig()
  const log = createLogger('wallet', 'silent')
  const db = createPool({ url: config.DATABASE_URL, schema: 'wallet', maxConnections: 1, log })
  try {
    return await work(db, await AuditLog.open({ service: 'wallet', config, db, clock: systemClock, log }))
  } finally {
    await db.end()
  }
}

async function run(command = '', ...args: readonly string[]): Promise<void> {
  const [why = ''] = args.map((arg) => arg.trim())
  if (command === 'reconcile') await reconcileAll()
  else if (command === 'resume-booking') {
    if (!(await reconcileAll())) return
    const stop = await asOperator(resumeBooking)
    const resumes = `Booking resumes when the leader restarts. Booking was stopped because: ${stop?.cause}`
    console.log(stop === undefined ? 'Booking was not stopped.' : resumes)
  } else if (command === 'allow-pay-outs' && why !== '' && args.length === 1) {
    const breaks = await asOperator((db, audit) => allowPayOuts(db, audit, why))
    const allowed = `Withdrawals are paid out with ${breaks} breaks, until reconciliation finds more breaks.`
    console.log(
      breaks > 0 ? allowed : 'The newest reconciliation found no break. Pay-outs are not stopped for a break.',
    )
  } else throw new Error('usage: ledger.ts reconcile | resume-booking | allow-pay-outs "why"')
}

try {
  await run(...process.argv.slice(2))
} catch (error) {
  console.error(`The ledger is unchanged: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 2
}
