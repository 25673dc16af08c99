import type { AuditLog } from '@kismet/service-kit/audit/log'
import { inTransaction } from '@kismet/service-kit/database'
import type { Pool, Queryable } from '@kismet/service-kit/database'
import { KeptRun } from './ledger-state.ts'
import type { LedgerState } from './ledger-state.ts'

/** Which breaks there are, by the name of the check. */
type Marks = Readonly<Record<string, readonly string[]>>

interface Standing {
  /** What the newest run that could look has found, whenever that was: one that fails since then has mended nothing. */
  readonly broken: LedgerState['checks']
  /** Of the same run; nothing of a check where it was one of a release before this one. */
  readonly found: Marks
  readonly acknowledged: Marks
}

async function readStanding(db: Queryable, lock: '' | 'FOR UPDATE' = ''): Promise<Standing> {
  const { rows } = await db.query<{ result: unknown; acknowledged: Marks }>(
    `SELECT result, CASE WHEN acknowledged IS NULL THEN '{}' ELSE coalesce(acknowledged_breaks, '{}') END AS acknowledged
      FROM reconciliation WHERE result IS NOT NULL ${lock}`,
  )
  const [row] = rows
  if (row === undefined) return { broken: [], found: {}, acknowledged: {} }
  const { state, checks, marks } = KeptRun.parse(row.result)
  const broken = state === 'broken' ? checks.filter(({ breaks }) => breaks > 0) : []
  return { broken, found: marks, acknowledged: row.acknowledged }
}

/** Whether withdrawals may be paid out: not while the ledger is known to be broken, but for just the breaks that an operator has acknowledged. */
export async function mayPayOut(db: Queryable): Promise<boolean> {
  const { broken, found, acknowledged } = await readStanding(db)
  return broken.every(({ name }) => found[name]?.every((mark) => acknowledged[name]?.includes(mark) === true) === true)
}

/** Lets withdrawals be paid out with the breaks that are known now, and writes that into the audit log. @returns those breaks; empty when there are none, and then nothing is changed */
export function acknowledgeBreaks(
  pool: Pool,
  audit: AuditLog,
  reason: string,
): Promise<Readonly<Record<string, number>>> {
  return inTransaction(pool, async (transaction) => {
    const { broken, found } = await readStanding(transaction, 'FOR UPDATE')
    const breaks = Object.fromEntries(broken.map(({ name, breaks }) => [name, breaks]))
    if (broken.length === 0) return breaks
    if (broken.some(({ name }) => found[name] === undefined))
      throw new Error('Which breaks there are is known after the next run of this release, in a minute')
    await transaction.query('UPDATE reconciliation SET acknowledged = $1, acknowledged_breaks = $2', [breaks, found])
    const detail = { reason, breaks: JSON.stringify(breaks) }
    await audit.appendOperator(transaction, { action: 'pay-outs.allow', target: 'wallet', detail }, 'command')
    return breaks
  })
}
