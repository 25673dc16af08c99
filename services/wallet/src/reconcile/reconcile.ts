import { limits } from '@kismet/contracts'
import type { getLedgerState, Output } from '@kismet/contracts'
import type { Queryable } from '@kismet/service-kit/database'
import { checks, counts, depths } from './checks.ts'
import type { Check } from './checks.ts'

export interface CheckResult extends Pick<Check, 'name' | 'depth'> {
  readonly checked: number
  readonly breaks: number
  /** The first breaks, named. */
  readonly examples: readonly string[]
  /** Which breaks they are: a mark of each, or where there are more than examples one of all of them together. */
  readonly marks: readonly string[]
}

/** What the accounts come to, in paise. */
export type Totals = Pick<
  Output<typeof getLedgerState>,
  'entries' | 'playersTotal' | 'heldTotal' | 'openStakesTotal' | 'houseTotal' | 'outsideTotal' | 'bonusTotal'
>

export interface Reconciliation {
  readonly checks: readonly CheckResult[]
  readonly totals: Totals
  /** Everything of transactions before this one has been looked at. */
  readonly provenUntil: string
  /** Whether newer entries than `maxEntries` were not looked at. */
  readonly isCut: boolean
}

/** Transactions from `from` to before `until`. */
export interface Window {
  readonly from: string
  readonly until: string
}

/** Which transactions to look at: a window, or those from `from` on with `maxEntries` entries or a few more. */
export interface Scope {
  readonly from: string
  readonly until?: string
  readonly maxEntries: number
  /** The deepest checks to run; the checks before that depth run too. */
  readonly depth: Check['depth']
}

export const wholeLedger: Scope = { from: '0', maxEntries: Number.MAX_SAFE_INTEGER, depth: 'whole' }

export function isClean(results: readonly CheckResult[]): boolean {
  return results.every(({ breaks }) => breaks === 0)
}

const maxExamples = 20
/** Breaks are told apart by their texts. */
const markOf = `('x' || md5(what))::bit(64)::bigint`

/** Proves the ledger, or a part of it, in one snapshot: bookings go on meanwhile and are not seen. `client` is in no transaction. Amounts in paise. */
export async function reconcile(client: Queryable, scope: Scope): Promise<Reconciliation> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  try {
    return await reconcileSnapshot(client, scope)
  } finally {
    await client.query('ROLLBACK')
  }
}

/** The same in a transaction that is open already. */
export async function reconcileSnapshot(client: Queryable, scope: Scope): Promise<Reconciliation> {
  const { until, provenUntil, isCut } = await endOf(client, scope)
  const window = { from: scope.from, until }
  const looked = new Map<keyof typeof counts, number>()
  const results: CheckResult[] = []
  for (const check of checks) {
    if (depths.indexOf(check.depth) > depths.indexOf(scope.depth)) continue
    const checked = looked.get(check.counted) ?? (await countOf(client, counts[check.counted], window))
    looked.set(check.counted, checked)
    results.push({ ...(await run(client, check, window)), checked })
  }
  return { checks: results, totals: await totalsOf(client), provenUntil, isCut }
}

/** Above every transaction id. */
const endOfTime = '18446744073709551615'

/** Where the scope ends. What is newer than the oldest transaction that still runs is looked at, but has to be looked at again. */
async function endOf(
  client: Queryable,
  { from, until, maxEntries }: Scope,
): Promise<{ until: string; provenUntil: string; isCut: boolean }> {
  if (until !== undefined) return { until, provenUntil: until, isCut: false }
  const { rows } = await client.query<{ running: string; cut: string | null }>(
    `SELECT pg_snapshot_xmin(pg_current_snapshot()) AS running,
      (SELECT transaction_id FROM entry WHERE transaction_id >= $1::xid8 ORDER BY transaction_id OFFSET $2 LIMIT 1) AS cut`,
    [from, maxEntries],
  )
  const running = rows[0]?.running ?? from
  const cut = rows[0]?.cut ?? null
  if (cut === null || cut === from) return { until: endOfTime, provenUntil: running, isCut: false }
  return { until: cut, provenUntil: BigInt(cut) < BigInt(running) ? cut : running, isCut: true }
}

async function countOf(client: Queryable, sql: string, { from, until }: Window): Promise<number> {
  const { rows } = await client.query<{ count: number }>(sql, [from, until])
  return rows[0]?.count ?? 0
}

async function run(
  client: Queryable,
  { name, depth, sql }: Check,
  { from, until }: Window,
): Promise<Omit<CheckResult, 'checked'>> {
  const parameters = sql.includes('$3') ? [from, until, limits.bonus.wagerPercent] : [from, until]
  const { rows } = await client.query<{ what: string; breaks: number; mark: string; all: string }>(
    `SELECT what, count(*) OVER () AS breaks, ${markOf}::text AS mark, (sum(${markOf}) OVER ())::text AS all
      FROM (${sql}) found LIMIT ${maxExamples}`,
    parameters,
  )
  const [{ breaks, all } = { breaks: 0, all: '' }] = rows
  const marks = breaks > rows.length ? [`${breaks}: ${all}`] : rows.map(({ mark }) => mark)
  return { name, depth, breaks, examples: rows.map(({ what }) => what), marks }
}

async function totalsOf(client: Queryable): Promise<Totals> {
  const { rows } = await client.query<Totals>(
    `SELECT players.*, house.* FROM (
      SELECT coalesce(sum(balance_paise), 0)::bigint AS "playersTotal", coalesce(sum(held_paise), 0)::bigint AS "heldTotal",
        coalesce(sum(open_paise), 0)::bigint AS "openStakesTotal", coalesce(sum(sequence), 0)::bigint AS entries FROM account
    ) players, (
      SELECT sum(house_paise)::bigint AS "houseTotal", sum(outside_paise)::bigint AS "outsideTotal", sum(bonus_paise)::bigint AS "bonusTotal"
      FROM house_account
    ) house`,
  )
  const [totals] = rows
  if (totals === undefined) throw new Error('Failed to sum the accounts')
  return totals
}
