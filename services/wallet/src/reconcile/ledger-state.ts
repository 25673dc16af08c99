import { getLedgerState, paise } from '@kismet/contracts'
import type { Output } from '@kismet/contracts'
import { isoTime } from '@kismet/service-kit/clock'
import type { Clock } from '@kismet/service-kit/clock'
import type { Queryable } from '@kismet/service-kit/database'
import type { WalletConfig } from '../config.ts'
import { isClean } from './reconcile.ts'
import type { Reconciliation } from './reconcile.ts'
import type { Progress } from './proven-sums.ts'

export type LedgerState = Output<typeof getLedgerState>

/** After this number of missed runs the state of the ledger is unknown. */
const missedRuns = 3

const neverChecked: LedgerState = {
  state: 'unknown',
  checkedAt: null,
  entries: 0,
  checks: [],
  playersTotal: paise(0),
  heldTotal: paise(0),
  openStakesTotal: paise(0),
  houseTotal: paise(0),
  outsideTotal: paise(0),
  bonusTotal: paise(0),
}

interface LedgerContext {
  readonly db: Queryable
  readonly config: Pick<WalletConfig, 'RECONCILE_EVERY_MS'>
  readonly clock: Clock
}

/** What the newest run found; unknown before the first one, when the last one failed, and when it was too long ago. */
export async function ledgerState({ db, config, clock }: LedgerContext): Promise<LedgerState> {
  const { rows } = await db.query<{ result: unknown; failed: boolean }>('SELECT result, failed FROM reconciliation')
  const row = rows[0]
  if (row === undefined || row.result === null) return neverChecked
  const found = getLedgerState.output.parse(row.result)
  const ageMs = clock.now() - Date.parse(found.checkedAt ?? '')
  return row.failed || !(ageMs <= missedRuns * config.RECONCILE_EVERY_MS) ? { ...found, state: 'unknown' } : found
}

export async function keepProgress(
  client: Queryable,
  { seen, suspects, rereadAfter }: Pick<Progress, 'seen' | 'suspects' | 'rereadAfter'>,
): Promise<void> {
  await client.query('UPDATE reconciliation SET seen = $1, suspects = $2, reread_after = $3', [
    seen,
    suspects,
    rereadAfter,
  ])
}

/** Stores a run. A clean run ends the permission to pay out although the ledger is broken. */
export async function keepRun(
  client: Queryable,
  { checks, totals }: Reconciliation,
  nowMs: number,
): Promise<LedgerState['state']> {
  const state: LedgerState = {
    state: isClean(checks) ? 'clean' : 'broken',
    checkedAt: isoTime(nowMs),
    ...totals,
    checks: checks.map(({ name, checked, breaks }) => ({ name, checked, breaks })),
  }
  const breaks = checks.reduce((sum, check) => sum + check.breaks, 0)
  await client.query(
    `UPDATE reconciliation SET failed = false, result = $1, checked_at = to_timestamp($2 / 1000.0), breaks = $3::bigint,
       allowed_because = CASE WHEN $3::bigint = 0 THEN NULL ELSE allowed_because END`,
    [getLedgerState.output.encode(state), nowMs, breaks],
  )
  return state.state
}

export async function keepFailure(db: Queryable): Promise<void> {
  await db.query('UPDATE reconciliation SET failed = true')
}
