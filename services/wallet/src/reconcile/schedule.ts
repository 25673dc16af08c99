import { createClient, endClient } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import { startLoop } from '@kismet/service-kit/loop'
import type { Loop } from '@kismet/service-kit/loop'
import type { WalletContext } from '../context.ts'
import { newEntries, ofAccounts } from './checks.ts'
import { keepFailure, keepProgress, keepRun } from './ledger-state.ts'
import { addToSums, nextToReread, readProgress, renewSums } from './proven-sums.ts'
import { maxAccounts, runChecks, totalsOf } from './reconcile.ts'
import type { CheckResult } from './reconcile.ts'

/** New entries that one transaction checks; the next one follows at once. */
const mostEntries = 500_000
/** Old entries that a run reads again. */
const mostReread = 20_000

/** One check of so many entries, on a machine that is busy. */
const statementTimeoutMs = 120_000
/** PostgreSQL ends a statement whose client is gone. */
const settings = { statement_timeout: String(statementTimeoutMs), client_connection_check_interval: '1000' }
const queryTimeoutMs = statementTimeoutMs + 1_000

type ReconcileContext = Pick<WalletContext, 'db' | 'log' | 'config' | 'clock'>

/**
 * Checks the ledger about once a minute: the new entries, all accounts against the sums of their
 * entries, and some of the old entries again.
 */
export function startReconciling(ctx: ReconcileContext): Loop {
  return startLoop('reconcile', ctx.config.RECONCILE_EVERY_MS, ctx.log, async (stopping) => {
    while ((await reconcileNewest(ctx, stopping)) && !stopping.aborted);
  })
}

/**
 * Runs reconciliation on its own connection, which `stopping` closes at once, so that a failover
 * does not wait.
 * @returns whether there are more new entries to check
 * @throws the error of the run; the state of the ledger is unknown until the next run
 */
export async function reconcileNewest(
  ctx: ReconcileContext,
  stopping: AbortSignal,
  maxEntries = mostEntries,
): Promise<boolean> {
  const client = createClient({ url: ctx.config.DATABASE_URL, schema: 'wallet', settings, queryTimeoutMs })
  client.on('error', () => undefined)
  const stop = () => client.connection.stream.destroy()
  stopping.addEventListener('abort', stop)
  try {
    await client.connect()
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ')
    const isCut = await runOnce(client, ctx, maxEntries)
    await client.query('COMMIT')
    return isCut
  } catch (error) {
    if (stopping.aborted) return false
    await keepFailure(ctx.db).catch(() => undefined)
    throw error
  } finally {
    stopping.removeEventListener('abort', stop)
    await endClient(client)
  }
}

/** A break makes its account a suspect. Suspects are read from their first entry on, which decides. */
async function runOnce(client: Queryable, { log, clock }: ReconcileContext, maxEntries: number): Promise<boolean> {
  const { seen, next, isCut, suspects: earlier, rereadAfter: after } = await readProgress(client, maxEntries)
  const scope = newEntries(seen, next)
  const newest = await runChecks(client, scope, isCut ? ['entries'] : undefined)
  const suspects = [...new Set([...earlier, ...accountsOf(newest)])].slice(0, maxAccounts)
  if (isCut) {
    await addToSums(client, scope)
    await keepProgress(client, { seen: next, suspects, rereadAfter: after })
    return true
  }
  const { accounts: old, rereadAfter } = await nextToReread(client, after, mostReread)
  const again = [...new Set([...suspects, ...old])]
  const reread = await runChecks(client, ofAccounts(again), ['entries', 'accounts'])
  const checks = newest.map((result) => together(result, reread))
  const totals = await totalsOf(client)
  const broken = accountsOf(reread)
  // The first write comes last: readers of the log wait for a transaction that has written.
  await addToSums(client, scope)
  const isBroken = new Set(broken)
  await renewSums(
    client,
    again.filter((account) => !isBroken.has(account)),
  )
  await keepProgress(client, { seen: next, suspects: broken, rereadAfter })
  const state = await keepRun(client, { checks, totals }, clock.now())
  if (state === 'broken') {
    const found = checks.filter(({ breaks }) => breaks > 0)
    const named = found.map(({ name, breaks, examples }) => ({ name, breaks, examples }))
    log.fatal({ checks: named }, 'reconciliation found breaks in the ledger')
  }
  return false
}

const accountsOf = (results: readonly CheckResult[]): number[] => [
  ...new Set(results.flatMap(({ accounts }) => accounts)),
]

/** A check of the new entries and of the accounts that were read again. Where both looked, the second one decides. */
function together(result: CheckResult, reread: readonly CheckResult[]): CheckResult {
  const again = reread.find(({ name }) => name === result.name)
  return again === undefined ? result : { ...again, checked: again.checked + result.checked }
}
