import { limits } from '@kismet/contracts'
import type { PoolClient } from '@kismet/service-kit/database'
import { checks } from './checks.ts'
import type { Check } from './checks.ts'

export interface CheckResult {
  readonly name: string
  readonly checked: number
  readonly breaks: number
  /** The first breaks, named. */
  readonly examples: readonly string[]
}

export interface Totals {
  readonly playersPaise: number
  readonly heldPaise: number
  readonly openPaise: number
  readonly housePaise: number
  readonly entries: number
}

export interface Reconciliation {
  readonly clean: boolean
  readonly checks: readonly CheckResult[]
  readonly totals: Totals
  /** Everything of transactions before this one has been looked at. */
  readonly provenUntil: string
}

/** Which transactions to look at: those from `from` on, with `maxEntries` entries or a few more. */
export interface Scope {
  readonly from: string
  readonly maxEntries: number
  /** Whether this is the whole ledger, so that sums over all of it can be proven too. */
  readonly whole: boolean
}

export const wholeLedger: Scope = { from: '0', maxEntries: Number.MAX_SAFE_INTEGER, whole: true }

const maxExamples = 20

/**
 * Proves the ledger, or the newest part of it, in one snapshot: bookings go on meanwhile and are not seen. `client` is in no transaction. Amounts in
 * paise.
 */
export async function reconcile(client: PoolClient, scope: Scope): Promise<Reconciliation> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  try {
    return await reconcileSnapshot(client, scope)
  } finally {
    await client.query('ROLLBACK')
  }
}

/** The same in a transaction that is open already. */
export async function reconcileSnapshot(client: PoolClient, scope: Scope): Promise<Reconciliation> {
  const { until, provenUntil } = await endOf(client, scope)
  const results: CheckResult[] = []
  for (const check of checks) {
    if (check.onlyWhole && !scope.whole) continue
    results.push(await run(client, check, scope.from, until))
  }
  const clean = results.every(({ breaks }) => breaks === 0)
  return { clean, checks: results, totals: await totalsOf(client), provenUntil }
}

/** Above every transaction id. */
const endOfTime = '18446744073709551615'

/** Where the scope ends. What is newer than the oldest transaction that still runs is looked at, but has to be looked at again. */
async function endOf(client: PoolClient, { from, maxEntries }: Scope): Promise<{ until: string; provenUntil: string }> {
  const { rows } = await client.query<{ running: string; cut: string | null }>(
    `SELECT pg_snapshot_xmin(pg_current_snapshot()) AS running,
      (SELECT transaction_id FROM entry WHERE transaction_id >= $1::xid8 ORDER BY transaction_id OFFSET $2 LIMIT 1) AS cut`,
    [from, maxEntries],
  )
  const running = rows[0]?.running ?? from
  const cut = rows[0]?.cut ?? null
  if (cut === null || cut === from) return { until: endOfTime, provenUntil: running }
  return { until: cut, provenUntil: BigInt(cut) < BigInt(running) ? cut : running }
}

async function run(client: PoolClient, check: Check, from: string, until: string): Promise<CheckResult> {
  const parameters = check.sql.includes('$3') ? [from, until, limits.bonus.wagerPercent] : [from, until]
  const counted = await client.query<{ count: number }>(check.counted, [from, until])
  const { rows } = await client.query<{ what: string; breaks: number }>(
    `SELECT what, count(*) OVER () AS breaks FROM (${check.sql}) found LIMIT ${maxExamples}`,
    parameters,
  )
  return {
    name: check.name,
    checked: counted.rows[0]?.count ?? 0,
    breaks: rows[0]?.breaks ?? 0,
    examples: rows.map(({ what }) => what),
  }
}

async function totalsOf(client: PoolClient): Promise<Totals> {
  const { rows } = await client.query<{ players: string; held: string; open: string; house: string; entries: string }>(
    `SELECT coalesce(sum(balance_paise), 0)::text AS players, coalesce(sum(held_paise), 0)::text AS held, coalesce(sum(open_paise), 0)::text AS open,
      coalesce(sum(sequence), 0)::text AS entries, (SELECT sum(house_paise)::text FROM house_account) AS house FROM account`,
  )
  const row = rows[0]
  return {
    playersPaise: Number(row?.players ?? 0),
    heldPaise: Number(row?.held ?? 0),
    openPaise: Number(row?.open ?? 0),
    housePaise: Number(row?.house ?? 0),
    entries: Number(row?.entries ?? 0),
  }
}
