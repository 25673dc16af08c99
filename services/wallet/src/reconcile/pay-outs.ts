import { getLedgerState } from '@kismet/contracts'
import type { AuditLog } from '@kismet/service-kit/audit/log'
import { inTransaction } from '@kismet/service-kit/database'
import type { Pool, Queryable } from '@kismet/service-kit/database'
import type { LedgerState } from './ledger-state.ts'

/** Which breaks there are, by the name of the check (CheckResult.marks). */
type Marks = Readonly<Record<string, readonly string[]>>

interface Standing {
  readonly result: unknown
  readonly breaks: Marks
  /** A release before this one has kept how many there were. */
  readonly acknowledged: Readonly<Record<string, readonly string[] | number>> | null
}

async function readStanding(db: Queryable, lock: '' | 'FOR UPDATE' = ''): Promise<Standing> {
  const { rows } = await db.query<Standing>(`SELECT result, breaks, acknowledged FROM reconciliation ${lock}`)
  return rows[0] ?? { result: null, breaks: {}, acknowledged: null }
}

/** What the newest run that could look has found, whenever that was: one that fails since then has mended nothing. */
function brokenChecks({ result }: Pick<Standing, 'result'>): LedgerState['checks'] {
  if (result === null) return []
  const { state, checks } = getLedgerState.output.parse(result)
  return state === 'broken' ? checks.filter(({ breaks }) => breaks > 0) : []
}

/** Whether withdrawals may be paid out: not while the ledger is known to be broken, but for just the breaks that an operator has acknowledged. */
export async function mayPayOut(db: Queryable): Promise<boolean> {
  const standing = await readStanding(db)
  return brokenChecks(standing).every(({ name }) => {
    const known = standing.acknowledged?.[name]
    // What a run of a release before this one has found has no marks.
    return typeof known === 'object' && standing.breaks[name]?.every((mark) => known.includes(mark)) === true
  })
}

/** Lets withdrawals be paid out with the breaks that are known now, and writes that into the audit log. @returns those breaks; empty when there are none, and then nothing is changed */
export function acknowledgeBreaks(
  pool: Pool,
  audit: AuditLog,
  reason: string,
): Promise<Readonly<Record<string, number>>> {
  return inTransaction(pool, async (transaction) => {
    const standing = await readStanding(transaction, 'FOR UPDATE')
    const breaks = Object.fromEntries(brokenChecks(standing).map(({ name, breaks }) => [name, breaks]))
    if (Object.keys(breaks).length === 0) return breaks
    if (Object.keys(breaks).some((name) => standing.breaks[name] === undefined))
      throw new Error('Which breaks there are is known after the next run of this release, in a minute')
    await transaction.query('UPDATE reconciliation SET acknowledged = breaks')
    const detail = { reason, breaks: JSON.stringify(breaks) }
    await audit.appendOperator(transaction, { action: 'pay-outs.allow', target: 'wallet', detail }, 'command')
    return breaks
  })
}
