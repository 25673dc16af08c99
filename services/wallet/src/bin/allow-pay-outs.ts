// Allows pay-outs although the ledger is broken, after an operator has checked the known breaks:
// DATABASE_URL=... AUDIT_KEY=... node services/wallet/src/bin/allow-pay-outs.ts "why"
// Exit 0: pay-outs are allowed. Exit 1: the audit log could not be written, and pay-outs stay
// stopped.
import { operatorConfig } from '../config.ts'
import { allowPayOuts } from '../reconcile/ledger-state.ts'
import { asOperator } from './operator.ts'

try {
  const [reason = '', ...more] = process.argv.slice(2)
  if (reason.trim() === '' || more.length > 0) throw new Error('usage: allow-pay-outs.ts "why"')
  const breaks = await asOperator(operatorConfig(), (db, audit) => allowPayOuts(db, audit, reason.trim()))
  console.log(
    breaks > 0
      ? `Withdrawals are paid out with ${breaks} breaks, until reconciliation finds more breaks.`
      : 'The newest reconciliation found no break. Pay-outs are not stopped for a break.',
  )
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
