import { answers } from '@kismet/service-kit/database'
import { defineService } from '@kismet/service-kit/define-service'
import { walletEnv } from './config.ts'
import { openContext } from './context.ts'
import { startReconciling } from './reconcile/schedule.ts'
import { startRelay } from './relay/relay.ts'
import { handlers } from './rpc/index.ts'
import { balanceSignal } from './signal/balance-signal.ts'

/** The wallet: the only place where a balance changes. */
export const wallet = defineService({
  name: 'wallet',
  env: walletEnv,
  open: openContext,
  operations: handlers,
  start: (context) => {
    const relay = startRelay(context)
    context.committed.push(balanceSignal(context.bus), () => relay.wake())
    return Promise.resolve([relay, startReconciling(context)])
  },
  ready: async ({ db, core }) => ({ database: await answers(db), booking: core.stopped === undefined }),
  close: async ({ core, db }) => {
    await core.close()
    await db.end()
  },
})
