import { startLoop } from '@kismet/service-kit/loop'
import type { Loop } from '@kismet/service-kit/loop'
import type { WalletContext } from '../context.ts'
import { keepReconciliation } from './newest.ts'
import { reconcile } from './reconcile.ts'

/** Entries that one run looks at; what is older than the last clean run is never looked at again here. */
const maxEntries = 200_000

/** Another replica that has checked so lately has done it for all. */
const recentlyParts = 2

type ReconcileContext = Pick<WalletContext, 'db' | 'log' | 'telemetry' | 'config' | 'clock'>

/** Proves the newest entries about once a minute, so that a break is seen and told within that time. `make reconcile` proves the whole ledger. */
export function startReconciling(context: ReconcileContext): Loop {
  return startLoop('reconcile', context.config.RECONCILE_EVERY_MS, context.log, () => reconcileNewest(context))
}

export async function reconcileNewest({ db, log, telemetry, config, clock }: ReconcileContext): Promise<void> {
  const client = await db.connect()
  try {
    const { rows } = await client.query<{ proven_until: string; recent: boolean }>(
      `SELECT proven_until, coalesce(checked_at > now() - $1 * interval '1 ms', false) AS recent FROM reconciliation`,
      [config.RECONCILE_EVERY_MS / recentlyParts],
    )
    const state = rows[0]
    if (state === undefined || state.recent) return
    const found = await reconcile(client, { from: state.proven_until, maxEntries, whole: false })
    await keepReconciliation(client, found, clock.now())
    telemetry.reconciled(found.clean)
    const broken = found.checks.filter(({ breaks }) => breaks > 0)
    if (broken.length > 0) log.fatal({ checks: broken }, 'the ledger does not add up')
  } finally {
    client.release()
  }
}
