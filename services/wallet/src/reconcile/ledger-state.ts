import { getLedgerState } from '@kismet/contracts'
import type { Output } from '@kismet/contracts'
import type { AuditLog } from '@kismet/service-kit/audit/log'
import type { Clock } from '@kismet/service-kit/clock'
import { inTransaction, msOf } from '@kismet/service-kit/database'
import type { Pool, Queryable } from '@kismet/service-kit/database'
import type { WalletConfig } from '../config.ts'

export type LedgerState = Output<typeof getLedgerState>

/** After this number of missed runs the state of the ledger is unknown. */
const missedRuns = 3

interface LedgerContext {
  readonly db: Queryable
  readonly config: Pick<WalletConfig, 'RECONCILE_EVERY_MS' | 'PAY_OUT_MAX_UNKNOWN_MS'>
  readonly clock: Clock
}

/** What the newest run found; unknown before the first one, when the last one failed, and when it was too long ago. */
export async function ledgerState({ db, config, clock }: LedgerContext): Promise<LedgerState> {
  const { rows } = await db.query<{ result: unknown; failed: boolean }>('SELECT result, failed FROM reconciliation')
  const found = getLedgerState.output.parse(rows[0]?.result)
  const ageMs = clock.now() - Date.parse(found.checkedAt ?? '')
  const isKnown = rows[0]?.failed === false && ageMs <= missedRuns * config.RECONCILE_EVERY_MS
  return isKnown ? found : { ...found, state: 'unknown' }
}

/**
 * Whether withdrawals may be paid out. Reconciliation has ended within `PAY_OUT_MAX_UNKNOWN_MS`,
 * and found no more breaks than an operator has allowed.
 */
export async function mayPayOut({ db, config, clock }: LedgerContext): Promise<boolean> {
  const { rows } = await db.query<{ isAllowed: boolean; checkedAtMs: number }>(
    `SELECT breaks <= allowed_breaks AS "isAllowed", ${msOf('checked_at')} AS "checkedAtMs" FROM reconciliation`,
  )
  const [row] = rows
  return row?.isAllowed === true && clock.now() - row.checkedAtMs <= config.PAY_OUT_MAX_UNKNOWN_MS
}

/** Allows pay-outs although the ledger has breaks, and writes an audit row. @returns the number of breaks; 0 writes no row */
export function allowPayOuts(pool: Pool, audit: AuditLog, reason: string): Promise<number> {
  return inTransaction(pool, async (transaction) => {
    const { rows } = await transaction.query<{ breaks: number }>(
      'UPDATE reconciliation SET allowed_breaks = breaks WHERE breaks > 0 RETURNING breaks',
    )
    const breaks = rows[0]?.breaks ?? 0
    const entry = { action: 'pay-outs.allow', target: 'wallet', detail: { reason, breaks } } as const
    if (breaks > 0) await audit.appendOperator(transaction, entry, 'command')
    return breaks
  })
}
