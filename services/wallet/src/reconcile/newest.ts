import { getLedgerState, paise } from '@kismet/contracts'
import type { Output } from '@kismet/contracts'
import { isoTime } from '@kismet/service-kit/clock'
import type { Queryable } from '@kismet/service-kit/database'
import type { Reconciliation } from './reconcile.ts'

type LedgerState = Output<typeof getLedgerState>

const neverChecked: LedgerState = {
  clean: false,
  checkedAt: null,
  entries: 0,
  checks: [],
  playersTotal: paise(0),
  heldTotal: paise(0),
  openStakesTotal: paise(0),
  houseTotal: paise(0),
}

/** What the newest reconciliation found. Before the first one nothing is said to be clean. */
export async function newestReconciliation(db: Queryable): Promise<LedgerState> {
  const { rows } = await db.query<{ result: unknown }>('SELECT result FROM reconciliation')
  const result = rows[0]?.result ?? null
  return result === null ? neverChecked : getLedgerState.output.parse(result)
}

/** Keeps a result for all replicas. The ledger counts as proven up to there only when it was clean. */
export async function keepReconciliation(db: Queryable, found: Reconciliation, nowMs: number): Promise<void> {
  const state: LedgerState = {
    clean: found.clean,
    checkedAt: isoTime(nowMs),
    entries: found.totals.entries,
    checks: found.checks.map(({ name, checked, breaks }) => ({ name, checked, breaks })),
    playersTotal: paise(found.totals.playersPaise),
    heldTotal: paise(found.totals.heldPaise),
    openStakesTotal: paise(found.totals.openPaise),
    houseTotal: paise(found.totals.housePaise),
  }
  await db.query(
    'UPDATE reconciliation SET checked_at = now(), result = $1, proven_until = CASE WHEN $2 THEN $3::xid8 ELSE proven_until END',
    [getLedgerState.output.encode(state), found.clean, found.provenUntil],
  )
}
