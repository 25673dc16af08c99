import { defineService } from '@kismet/service-kit/define-service'
import { inContext } from '@kismet/service-kit/handle'
import { startLoop } from '@kismet/service-kit/loop'
import type { Loop } from '@kismet/service-kit/loop'
import { walletEnv } from './config.ts'
import { openContext, openCore } from './context.ts'
import type { WalletContext } from './context.ts'
import { startSettlingCorrections } from './corrections.ts'
import { startReconciling } from './reconcile/schedule.ts'
import { operations } from './rpc/index.ts'
import { startTakingChanges } from './safer-play.ts'

const monthsEveryMs = 3_600_000

/** Makes the tables of the entries of the next months in time. */
const startProvidingMonths = ({ db, clock, log }: WalletContext): Loop =>
  startLoop('months', monthsEveryMs, log, async () => {
    await db.query('SELECT provide_months($1)', [new Date(clock.now())])
  })

/**
 * The wallet, the only place where a balance changes. The leader does all work; the other replicas
 * are standbys.
 */
export const wallet = defineService({
  name: 'wallet',
  env: walletEnv,
  open: openContext,
  operations: [],
  start: ({ maintenance, log }) => [maintenance.watch(log)],
  async lead(ctx, term) {
    const core = await openCore(ctx, term)
    ctx.telemetry.watchCore(core)
    const reconciling = startReconciling(ctx)
    const leader = { ...ctx, core, proveNow: () => reconciling.wake() }
    return {
      operations: inContext(operations, leader),
      loops: [reconciling, startTakingChanges(ctx), startSettlingCorrections(leader), startProvidingMonths(ctx)],
      ready: () => ({ booking: core.stopped === undefined }),
      async close() {
        await core.close()
        ctx.telemetry.watchCore(undefined)
      },
    }
  },
})
