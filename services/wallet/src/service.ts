import { defineService } from '@kismet/service-kit/define-service'
import { inContext } from '@kismet/service-kit/handle'
import { walletEnv } from './config.ts'
import { openContext, openCore } from './context.ts'
import { startSettlingCorrections } from './corrections.ts'
import { startReconciling } from './reconcile/schedule.ts'
import { operations } from './rpc/index.ts'
import { startTakingChanges } from './safer-play.ts'

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
  leading: {
    async begin(ctx, term) {
      const core = await openCore(ctx, term)
      ctx.telemetry.watchCore(core)
      const reconciling = startReconciling(ctx)
      const leader = { ...ctx, core, proveNow: () => reconciling.wake() }
      return {
        operations: inContext(operations, leader),
        loops: [reconciling, startTakingChanges(ctx), startSettlingCorrections(leader)],
        ready: () => ({ booking: core.stopped === undefined }),
        async close() {
          await core.close()
          ctx.telemetry.watchCore(undefined)
        },
      }
    },
  },
})
