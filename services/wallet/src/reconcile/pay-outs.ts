import type { AuditLog } from '@kismet/service-kit/audit/log'
import type { Clock } from '@kismet/service-kit/clock'
import { inTransaction, msOf } from '@kismet/service-kit/database'
import type { Pool, Queryable } from '@kismet/service-kit/database'
import type { WalletConfig } from '../config.ts'

interface PayOutContext {
  readonly db: Queryable
  readonly config: Pick<WalletConfig, 'PAY_OUT_MAX_UNKNOWN_MS'>
  readonly clock: Clock
}

/**
 * Whether withdrawals may be paid out. Reconciliation has ended within `PAY_OUT_MAX_UNKNOWN_MS`,
 * and found no more breaks than an operator has allowed.
 */
export async function mayPayOut({ db, config, clock }: PayOutContext): Promise<boolean> {
  const { rows } = await db.query<{ isAllowed: boolean; checkedAtMs: number }>(
    `SELECT breaks <= CASE WHEN allowed_because IS NULL THEN 0 ELSE allowed_breaks END AS "isAllowed", ${msOf('checked_at')} AS "checkedAtMs"
     FROM reconciliation`,
  )
  const [row] = rows
  return row?.isAllowed === true && clock.now() - row.checkedAtMs <= config.PAY_OUT_MAX_UNKNOWN_MS
}

/** Allows pay-outs although the ledger has breaks, and writes an audit row. @returns the number of breaks; 0 writes no row */
export function allowPayOuts(pool: Pool, audit: AuditLog, reason: string): Promise<number> {
  return inTransaction(pool, async (transaction) => {
    const { rows } = await transaction.query<{ breaks: number }>(
      'UPDATE reconciliation SET allowed_because = $1, allowed_breaks = breaks WHERE breaks > 0 RETURNING breaks',
      [reason],
    )
    const breaks = rows[0]?.breaks ?? 0
    if (breaks > 0)
      await audit.appendOperator(
        transaction,
        { action: 'pay-outs.allow', target: 'wallet', detail: { reason, breaks } },
        'command',
      )
    return breaks
  })
}
