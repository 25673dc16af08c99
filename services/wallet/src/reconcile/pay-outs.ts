import { getLedgerState } from '@kismet/contracts'
import type { AuditLog } from '@kismet/service-kit/audit/log'
import { inTransaction } from '@kismet/service-kit/database'
import type { Pool, Queryable } from '@kismet/service-kit/database'

/** How many breaks there are, by the name of the check. */
type Breaks = Readonly<Record<string, number>>

interface Standing {
  readonly result: unknown
  readonly acknowledged: Breaks | null
}

async function readStanding(db: Queryable, lock: '' | 'FOR UPDATE' = ''): Promise<Standing> {
  const { rows } = await db.query<Standing>(`SELECT result, acknowledged FROM reconciliation ${lock}`)
  return rows[0] ?? { result: null, acknowledged: null }
}

/** What the newest run that could look has found, whenever that was: one that fails since then has mended nothing. */
function breaksOf({ result }: Pick<Standing, 'result'>): Breaks {
  if (result === null) return {}
  const { state, checks } = getLedgerState.output.parse(result)
  if (state !== 'broken') return {}
  return Object.fromEntries(checks.filter(({ breaks }) => breaks > 0).map(({ name, breaks }) => [name, breaks]))
}

/** Whether withdrawals may be paid out: not while the ledger is known to be broken, but for the breaks that an operator has acknowledged. */
export async function mayPayOut(db: Queryable): Promise<boolean> {
  const standing = await readStanding(db)
  return Object.entries(breaksOf(standing)).every(([name, breaks]) => breaks <= (standing.acknowledged?.[name] ?? 0))
}

/** Lets withdrawals be paid out with the breaks that are known now, and writes that into the audit log. @returns those breaks; empty when there are none, and then nothing is changed */
export function acknowledgeBreaks(pool: Pool, audit: AuditLog, reason: string): Promise<Breaks> {
  return inTransaction(pool, async (transaction) => {
    const breaks = breaksOf(await readStanding(transaction, 'FOR UPDATE'))
    if (Object.keys(breaks).length === 0) return breaks
    await transaction.query('UPDATE reconciliation SET acknowledged = $1', [breaks])
    const detail = { reason, breaks: JSON.stringify(breaks) }
    await audit.appendOperator(transaction, { action: 'pay-outs.allow', target: 'wallet', detail }, 'command')
    return breaks
  })
}
