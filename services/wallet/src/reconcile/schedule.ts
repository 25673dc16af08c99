import { createClient, endClient } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import { startLoop } from '@kismet/service-kit/loop'
import type { Loop } from '@kismet/service-kit/loop'
import type { WalletContext } from '../context.ts'
import { keepFailure, keepRun, readProgress } from './ledger-state.ts'
import type { Progress } from './ledger-state.ts'
import { isClean, reconcile } from './reconcile.ts'
import type { CheckResult, Window } from './reconcile.ts'

/** New entries that one run looks at; the next one follows at once where there are more. */
const mostEntries = 200_000
/** Broken parts that are kept apart; what is found broken later is one part with the last of them. */
const maxBroken = 10

/** One check of so many entries, on a machine that is busy. */
const statementTimeoutMs = 120_000
/** PostgreSQL ends a statement whose client is gone. */
const settings = { statement_timeout: String(statementTimeoutMs), client_connection_check_interval: '1000' }
const queryTimeoutMs = statementTimeoutMs + 1_000
/** Entries that wait for their proof are counted up to here. */
const maxCounted = 10_000_000

type ReconcileContext = Pick<WalletContext, 'db' | 'log' | 'telemetry' | 'config' | 'clock'>

/** Proves the newest entries about once a minute, so that a break is seen and told within that time. `./kismet reconcile` proves the whole ledger. */
export function startReconciling(ctx: ReconcileContext): Loop {
  return startLoop('reconcile', ctx.config.RECONCILE_EVERY_MS, ctx.log, async (stopping) => {
    while ((await reconcileNewest(ctx, stopping)) && !stopping.aborted);
  })
}

/**
 * Runs reconciliation on its own connection, which `stopping` closes at once, so that a failover
 * does not wait.
 * @returns whether there are more entries to check
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
    return await runOnce(client, ctx, maxEntries)
  } catch (error) {
    if (stopping.aborted) return false
    await keepFailure(ctx.db).catch(() => undefined)
    throw error
  } finally {
    stopping.removeEventListener('abort', stop)
    await endClient(client)
  }
}

async function runOnce(client: Queryable, { log, clock }: ReconcileContext, maxEntries: number): Promise<boolean> {
  const { provenUntil: from, broken } = await readProgress(client)
  const { checks, totals, provenUntil, isCut } = await reconcile(client, { from, maxEntries, depth: 'accounts' })
  const again: { window: Window; checks: readonly CheckResult[] }[] = []
  for (const window of broken)
    again.push({ window, ...(await reconcile(client, { ...window, maxEntries, depth: 'entries' })) })
  const results = again.reduce((sum, { checks }) => added(sum, checks), checks)
  const isFoundBroken = !isClean(checks.filter(({ depth }) => depth === 'entries'))
  const still = again.filter(({ checks }) => !isClean(checks)).map(({ window }) => window)
  const next: Progress = {
    provenUntil,
    broken: isFoundBroken ? withBroken(still, { from, until: provenUntil }) : still,
  }
  const unproven = await countUnproven(client, provenUntil)
  const isStuck = isCut && provenUntil === from
  const { state } = await keepRun(client, { checks: results, totals, unproven, isStuck }, next, clock.now())
  if (state === 'broken')
    log.fatal({ checks: results.filter(({ breaks }) => breaks > 0) }, 'reconciliation found breaks in the ledger')
  return unproven > maxEntries && provenUntil !== from
}

/** The same checks of two parts together. */
function added(one: readonly CheckResult[], other: readonly CheckResult[]): CheckResult[] {
  return one.map((result) => {
    const { checked = 0, breaks = 0, examples = [], marks = [] } = other.find(({ name }) => name === result.name) ?? {}
    return {
      ...result,
      checked: result.checked + checked,
      breaks: result.breaks + breaks,
      examples: [...result.examples, ...examples],
      marks: [...result.marks, ...marks],
    }
  })
}

function withBroken(broken: readonly Window[], found: Window): Window[] {
  const last = broken.at(-1)
  if (last === undefined || broken.length < maxBroken) return [...broken, found]
  return [...broken.slice(0, -1), { from: last.from, until: found.until }]
}

async function countUnproven(client: Queryable, provenUntil: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    'SELECT count(*) FROM (SELECT FROM entry WHERE transaction_id >= $1::xid8 LIMIT $2) waiting',
    [provenUntil, maxCounted],
  )
  return rows[0]?.count ?? 0
}
