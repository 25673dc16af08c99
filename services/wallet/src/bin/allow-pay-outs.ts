// Has withdrawals paid out again although the ledger is broken, when a person has looked at the breaks that are known now:
// DATABASE_URL=... AUDIT_KEY=... node services/wallet/src/bin/allow-pay-outs.ts "why"
// Exit 0 when they are, or nothing kept them; 1 when it could not be written down: then nothing is paid out.
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
