import type { AuditLog } from '@kismet/service-kit/audit/log'
import { inTransaction } from '@kismet/service-kit/database'
import type { Pool, Queryable } from '@kismet/service-kit/database'
import { KeptRun } from './ledger-state.ts'
import type { LedgerState } from './ledger-state.ts'

/** Marks of breaks by check. */
type Marks = Readonly<Record<string, readonly string[]>>

interface Standing {
  /** The broken checks of the newest run that did not fail. */
  readonly broken: LedgerState['checks']
  readonly found: Marks
  readonly acknowledged: Marks
}

async function readStanding(db: Queryable, lock: '' | 'FOR UPDATE' = ''): Promise<Standing> {
  const { rows } = await db.query<{ result: unknown; acknowledged: Marks }>(
    `SELECT result, coalesce(acknowledged, '{}') AS acknowledged FROM reconciliation WHERE result IS NOT NULL ${lock}`,
  )
  const [row] = rows
  if (row === undefined) return { broken: [], found: {}, acknowledged: {} }
  const { state, checks, marks } = KeptRun.parse(row.result)
  const broken = state === 'broken' ? checks.filter(({ breaks }) => breaks > 0) : []
  return { broken, found: marks, acknowledged: row.acknowledged }
}

/** Whether withdrawals may be paid out: the ledger has no break, or an operator has acknowledged every break. */
export async function mayPayOut(db: Queryable): Promise<boolean> {
  const { broken, found, acknowledged } = await readStanding(db)
  return broken.every(({ name }) => found[name]?.every((mark) => acknowledged[name]?.includes(mark) === true) === true)
}

/** Acknowledges the known breaks, so that pay-outs go on, and writes an audit row. @returns the number of breaks by check; empty when the ledger has no break */
export function acknowledgeBreaks(
  pool: Pool,
  audit: AuditLog,
  reason: string,
): Promise<Readonly<Record<string, number>>> {
  return inTransaction(pool, async (transaction) => {
    const { broken, found } = await readStanding(transaction, 'FOR UPDATE')
    const breaks = Object.fromEntries(broken.map(({ name, breaks }) => [name, breaks]))
    if (broken.length === 0) return breaks
    await transaction.query('UPDATE reconciliation SET acknowledged = $1', [found])
    const detail = { reason, breaks: JSON.stringify(breaks) }
    await audit.appendOperator(transaction, { action: 'pay-outs.allow', target: 'wallet', detail }, 'command')
    return breaks
  })
}
