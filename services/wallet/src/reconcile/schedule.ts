import { getLedgerState } from '@kismet/contracts'
import { isoTime } from '@kismet/service-kit/clock'
import { createClient, endClient } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import { startLoop } from '@kismet/service-kit/loop'
import type { Loop } from '@kismet/service-kit/loop'
import type { WalletContext } from '../context.ts'
import { entrySums, newEntries, ofAccounts, sumColumns } from './checks.ts'
import type { Scope } from './checks.ts'
import { isClean, maxAccounts, runChecks, totalsOf } from './reconcile.ts'
import type { CheckResult, Reconciliation } from './reconcile.ts'

/** Old entries that a run reads again. */
const mostReread = 20_000

/** One check of all new entries after some hours without reconciliation, on a machine that is busy. */
const statementTimeoutMs = 1_800_000
/** PostgreSQL ends a statement whose client is gone. */
const settings = { statement_timeout: String(statementTimeoutMs), client_connection_check_interval: '1000' }
const queryTimeoutMs = statementTimeoutMs + 1_000

type ReconcileContext = Pick<WalletContext, 'db' | 'log' | 'config' | 'clock'>

/**
 * Checks the ledger about once a minute: the new entries, all accounts against the sums of their
 * entries, and some of the old entries again.
 */
export function startReconciling(ctx: ReconcileContext): Loop {
  return startLoop('reconcile', ctx.config.RECONCILE_EVERY_MS, ctx.log, (stopping) => reconcileNewest(ctx, stopping))
}

/**
 * Runs reconciliation on its own connection, which `stopping` closes at once, so that a failover
 * does not wait.
 * @throws the error of the run; the state of the ledger is unknown until the next run
 */
export async function reconcileNewest(ctx: ReconcileContext, stopping: AbortSignal): Promise<void> {
  const client = createClient({ url: ctx.config.DATABASE_URL, schema: 'wallet', settings, queryTimeoutMs })
  client.on('error', () => undefined)
  const stop = () => client.connection.stream.destroy()
  stopping.addEventListener('abort', stop)
  try {
    await client.connect()
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ')
    await runOnce(client, ctx)
    await client.query('COMMIT')
  } catch (error) {
    if (stopping.aborted) return
    await ctx.db.query('UPDATE reconciliation SET failed = true').catch(() => undefined)
    throw error
  } finally {
    stopping.removeEventListener('abort', stop)
    await endClient(client)
  }
}

/** How far reconciliation has come. */
interface Progress {
  /** The snapshot up to which entries are in the sums. */
  readonly seen: string
  /** Accounts with a break, which each run reads from their first entry on. */
  readonly suspects: readonly number[]
  /** The account after which the run reads old entries again. */
  readonly rereadAfter: number
}

/** @returns the progress, and the snapshot of this run */
async function readProgress(client: Queryable): Promise<Progress & { readonly next: string }> {
  const { rows } = await client.query<Progress & { next: string }>(
    'SELECT seen, suspects, reread_after AS "rereadAfter", pg_current_snapshot() AS next FROM reconciliation',
  )
  const [row] = rows
  if (row === undefined) throw new Error('The row of the table reconciliation is missing')
  return row
}

/** A break makes its account a suspect. Suspects are read from their first entry on, which decides. */
async function runOnce(client: Queryable, { log, clock }: ReconcileContext): Promise<void> {
  const { seen, next, suspects: earlier, rereadAfter: after } = await readProgress(client)
  const scope = newEntries(seen, next)
  const newest = await runChecks(client, scope)
  const suspects = [...new Set([...earlier, ...accountsOf(newest)])].slice(0, maxAccounts)
  const { accounts: old, rereadAfter } = await nextToReread(client, after, mostReread)
  const again = [...new Set([...suspects, ...old])]
  const reread = await runChecks(client, ofAccounts(again), ['entries', 'accounts'])
  const checks = newest.map((result) => together(result, reread))
  const totals = await totalsOf(client)
  const broken = accountsOf(reread)
  const isBroken = new Set(broken)
  const whole = again.filter((account) => !isBroken.has(account))
  // The first write comes last: readers of the log wait for a transaction that has written.
  await addToSums(client, scope)
  await renewSums(client, whole)
  await keepRun(client, { seen: next, suspects: broken, rereadAfter }, { checks, totals }, clock.now())
  const found = checks.filter(({ breaks }) => breaks > 0)
  const named = found.map(({ name, breaks, examples }) => ({ name, breaks, examples }))
  if (named.length > 0) log.fatal({ checks: named }, 'reconciliation found breaks in the ledger')
}

/** Stores a run. A clean run ends the permission to pay out although the ledger is broken. */
async function keepRun(
  client: Queryable,
  { seen, suspects, rereadAfter }: Progress,
  { checks, totals }: Reconciliation,
  nowMs: number,
): Promise<void> {
  const result = getLedgerState.output.encode({
    state: isClean(checks) ? 'clean' : 'broken',
    checkedAt: isoTime(nowMs),
    ...totals,
    checks: checks.map(({ name, checked, breaks }) => ({ name, checked, breaks })),
  })
  const breaks = checks.reduce((sum, check) => sum + check.breaks, 0)
  await client.query(
    `UPDATE reconciliation SET seen = $1, suspects = $2, reread_after = $3, failed = false, result = $4, checked_at = to_timestamp($5 / 1000.0),
       breaks = $6::bigint, allowed_breaks = CASE WHEN $6::bigint = 0 THEN 0 ELSE allowed_breaks END`,
    [seen, suspects, rereadAfter, result, nowMs, breaks],
  )
}

const accountsOf = (results: readonly CheckResult[]): number[] => [
  ...new Set(results.flatMap(({ accounts }) => accounts)),
]

/** A check of the new entries and of the accounts that were read again. Where both looked, the second one decides. */
function together(result: CheckResult, reread: readonly CheckResult[]): CheckResult {
  const again = reread.find(({ name }) => name === result.name)
  return again === undefined ? result : { ...again, checked: again.checked + result.checked }
}

/** Adds the entries of a scope to the sums. */
async function addToSums(client: Queryable, { entries }: Pick<Scope, 'entries'>): Promise<void> {
  const added = sumColumns.map((name) => `${name} = proven_account.${name} + excluded.${name}`).join(', ')
  await client.query(`INSERT INTO proven_account ${entrySums(entries)} ON CONFLICT (account_no) DO UPDATE SET ${added}`)
}

/** Replaces sums that differ from the entries of these accounts, after the entries were mended by hand. */
async function renewSums(client: Queryable, accounts: readonly number[]): Promise<void> {
  if (accounts.length === 0) return
  const { accounts: which, sums } = ofAccounts(accounts)
  await client.query(
    `DELETE FROM proven_account p WHERE ${which} AND NOT EXISTS (SELECT FROM (${sums}) s WHERE s.account_no = p.account_no AND (s.*) = (p.*))`,
  )
  await client.query(
    `INSERT INTO proven_account SELECT s.* FROM (${sums}) s WHERE NOT EXISTS (SELECT FROM proven_account p WHERE p.account_no = s.account_no)`,
  )
}

/**
 * The next accounts whose entries are all read again: some `maxEntries` entries, and at least one
 * account.
 * @returns the accounts, and the account after which the next run goes on; 0 after the last account
 */
async function nextToReread(
  client: Queryable,
  after: number,
  maxEntries: number,
): Promise<{ accounts: number[]; rereadAfter: number }> {
  const { rows } = await client.query<{ account: number; isLast: boolean }>(
    `SELECT account_no AS account, "isLast" FROM (
       SELECT account_no, entries, sum(entries) OVER later AS upto, lead(account_no) OVER later IS NULL AS "isLast"
       FROM (SELECT account_no, entries FROM proven_account WHERE account_no > $1 ORDER BY account_no LIMIT $2 + 1) next
       WINDOW later AS (ORDER BY account_no)
     ) next WHERE upto - entries < $2`,
    [after, maxEntries],
  )
  const last = rows.at(-1)
  const rereadAfter = last === undefined || last.isLast ? 0 : last.account
  return { accounts: rows.map(({ account }) => account), rereadAfter }
}
