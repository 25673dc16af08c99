import { readEntries } from '@kismet/contracts'
import { answers } from '@kismet/service-kit/database'
import { defineService } from '@kismet/service-kit/define-service'
import { walletEnv } from './config.ts'
import { openContext } from './context.ts'
import { startReconciling } from './reconcile/schedule.ts'
import { handlers } from './rpc/index.ts'
import { balanceSignal } from './signal/balance-signal.ts'

/** The wallet: the only place where a balance changes. */
export const wallet = defineService({
  name: 'wallet',
  env: walletEnv,
  open: openContext,
  operations: handlers,
  start: (context) => {
    context.committed.push(balanceSignal(context.bus), () => context.bus.signal(readEntries.wake, {}))
    return Promise.resolve([startReconciling(context)])
  },
  ready: async ({ db, core }) => ({ database: await answers(db), booking: core.stopped === undefined }),
  close: async ({ core, db }) => {
    await core.close()
    await db.end()
  },
})
