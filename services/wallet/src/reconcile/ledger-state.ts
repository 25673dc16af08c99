import { getLedgerState, paise } from '@kismet/contracts'
import type { Output } from '@kismet/contracts'
import { isoTime } from '@kismet/service-kit/clock'
import type { Clock } from '@kismet/service-kit/clock'
import type { Queryable } from '@kismet/service-kit/database'
import { z } from 'zod'
import type { WalletConfig } from '../config.ts'
import type { CheckResult, Totals, Window } from './reconcile.ts'
import { isClean } from './reconcile.ts'

export type LedgerState = Output<typeof getLedgerState>

/** A stored run, with the marks of its breaks by check (CheckResult.marks). */
export const KeptRun = getLedgerState.output.extend({ marks: z.record(z.string(), z.array(z.string()).readonly()) })

/** How far the ledger has been looked at, and where it was found broken. */
export interface Progress {
  readonly provenUntil: string
  readonly broken: readonly Window[]
}

/** After this number of missed runs the state of the ledger is unknown. */
const missedRuns = 3

const neverChecked: LedgerState = {
  state: 'unknown',
  checkedAt: null,
  entries: 0,
  unproven: 0,
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

export async function readProgress(db: Queryable): Promise<Progress> {
  const { rows } = await db.query<Progress>('SELECT proven_until AS "provenUntil", broken FROM reconciliation')
  return rows[0] ?? { provenUntil: '0', broken: [] }
}

/**
 * Stores a run. A clean run deletes the acknowledged breaks. Every run moves `provenUntil`, because
 * each later run checks the broken parts again. A run that `isStuck` has checked the same entries as
 * the previous run, so the entries behind them are unchecked.
 */
export async function keepRun(
  db: Queryable,
  run: { checks: readonly CheckResult[]; totals: Totals; unproven: number; isStuck: boolean },
  { provenUntil, broken }: Progress,
  nowMs: number,
): Promise<LedgerState> {
  const state: LedgerState = {
    state: !isClean(run.checks) ? 'broken' : run.isStuck ? 'unknown' : 'clean',
    checkedAt: isoTime(nowMs),
    ...run.totals,
    unproven: run.unproven,
    checks: run.checks.map(({ name, checked, breaks }) => ({ name, checked, breaks })),
  }
  const marks = run.checks.filter(({ breaks }) => breaks > 0).map(({ name, marks }) => [name, marks] as const)
  await db.query(
    `UPDATE reconciliation SET failed = false, result = $1, proven_until = $2::xid8, broken = $3,
       acknowledged = CASE WHEN $4 THEN NULL ELSE acknowledged END`,
    [
      KeptRun.encode({ ...state, marks: Object.fromEntries(marks) }),
      provenUntil,
      JSON.stringify(broken),
      state.state === 'clean',
    ],
  )
  return state
}

export async function keepFailure(db: Queryable): Promise<void> {
  await db.query('UPDATE reconciliation SET failed = true')
}
