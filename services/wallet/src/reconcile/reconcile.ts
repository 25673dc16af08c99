import type { getLedgerState, Output } from '@kismet/contracts'
import type { Queryable } from '@kismet/service-kit/database'
import { checks, wholeLedger } from './checks.ts'
import type { Check, Scope } from './checks.ts'

export interface CheckResult extends Pick<Check, 'name' | 'of'> {
  readonly checked: number
  readonly breaks: number
  /** The first breaks, named. */
  readonly examples: readonly string[]
  /** Accounts with a break, `maxAccounts` at most. */
  readonly accounts: readonly number[]
}

/** What the accounts come to, in paise. */
export type Totals = Pick<
  Output<typeof getLedgerState>,
  'entries' | 'playersTotal' | 'heldTotal' | 'openStakesTotal' | 'houseTotal' | 'outsideTotal' | 'bonusTotal'
>

export interface Reconciliation {
  readonly checks: readonly CheckResult[]
  readonly totals: Totals
}

export function isClean(results: readonly Pick<CheckResult, 'breaks'>[]): boolean {
  return results.every(({ breaks }) => breaks === 0)
}

export const maxAccounts = 1_000
const maxExamples = 20
const everything = ['entries', 'accounts', 'ledger'] as const

/** Checks the whole ledger in one snapshot. Bookings go on. `client` is in no transaction. */
export async function reconcile(client: Queryable): Promise<Reconciliation> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  try {
    return await reconcileSnapshot(client)
  } finally {
    await client.query('ROLLBACK')
  }
}

/** Checks the whole ledger in an open transaction. */
export async function reconcileSnapshot(client: Queryable): Promise<Reconciliation> {
  return { checks: await runChecks(client, wholeLedger), totals: await totalsOf(client) }
}

/** Runs checks on a part of the ledger. */
export async function runChecks(
  client: Queryable,
  scope: Scope,
  depth: readonly Check['of'][] = everything,
): Promise<CheckResult[]> {
  const { rows } = await client.query<{ entries: number; accounts: number }>(
    `SELECT (SELECT count(*) FROM entry WHERE ${scope.entries}) AS entries, (SELECT count(*) FROM account WHERE ${scope.accounts}) AS accounts`,
  )
  const { entries = 0, accounts = 0 } = rows[0] ?? {}
  const results: CheckResult[] = []
  for (const { name, of, sql } of checks)
    if (depth.includes(of))
      results.push({
        name,
        of,
        checked: of === 'entries' ? entries : accounts,
        ...(await breaksOf(client, sql(scope))),
      })
  return results
}

async function breaksOf(
  client: Queryable,
  sql: string,
): Promise<Pick<CheckResult, 'breaks' | 'examples' | 'accounts'>> {
  const { rows } = await client.query<{ account_no: number | null; what: string; breaks: number }>(
    `SELECT account_no, what, count(*) OVER () AS breaks FROM (${sql}) found LIMIT ${maxAccounts}`,
  )
  return {
    breaks: rows[0]?.breaks ?? 0,
    examples: rows.slice(0, maxExamples).map(({ what }) => what),
    accounts: rows.flatMap(({ account_no: accountNo }) => accountNo ?? []),
  }
}

/** The totals of all accounts. */
export async function totalsOf(client: Queryable): Promise<Totals> {
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
