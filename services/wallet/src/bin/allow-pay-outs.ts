// Allows pay-outs although the ledger is broken, after an operator has checked the known breaks:
// DATABASE_URL=... AUDIT_KEY=... node services/wallet/src/bin/allow-pay-outs.ts "why"
// Exit 0: pay-outs are allowed. Exit 1: the audit log could not be written, and pay-outs stay
// stopped.
import { operatorConfig } from '../config.ts'
import { acknowledgeBreaks } from '../reconcile/pay-outs.ts'
import { asOperator } from './operator.ts'

try {
  const [reason = '', ...more] = process.argv.slice(2)
  if (reason.trim() === '' || more.length > 0) throw new Error('usage: allow-pay-outs.ts "why"')
  const acknowledged = await asOperator(operatorConfig(), (db, audit) => acknowledgeBreaks(db, audit, reason.trim()))
  const breaks = Object.entries(acknowledged)
  for (const [name, count] of breaks) console.log(`Acknowledged: ${name} (${count} breaks)`)
  console.log(
    breaks.length > 0
      ? 'Withdrawals are paid out again, until reconciliation finds another break.'
      : 'The newest reconciliation found no break. Pay-outs are not stopped.',
  )
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
