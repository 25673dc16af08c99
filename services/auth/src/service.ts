import { answers } from '@kismet/service-kit/database'
import { defineService } from '@kismet/service-kit/define-service'
import { startLoop } from '@kismet/service-kit/loop'
import { authEnv } from './config.ts'
import { openContext } from './open.ts'
import { isRedisReady } from './redis/connection.ts'
import { handlers } from './rpc/index.ts'

/** Well within the time for which a new key is published before it signs. */
const keysEveryMs = 10_000
const sweepEveryMs = 10_000

export const auth = defineService({
  name: 'auth',
  env: authEnv,
  open: openContext,
  keys:
    ({ keys }) =>
    () =>
      Promise.resolve(keys.publicKeys()),
  operations: handlers,
  start({ keys, sessions, log }) {
    return Promise.resolve([
      startLoop('signing keys', keysEveryMs, log, () => keys.refresh()),
      startLoop('sessions', sweepEveryMs, log, () => sessions.sweep()),
    ])
  },
  async ready({ db, redis }) {
    return { database: await answers(db), redis: isRedisReady(redis) }
  },
  close: (context) => context.close(),
})
