// Contender (c): the wallet's core and its callers in one process. DATABASE_URL, IN_FLIGHT, SECONDS. Prints "measuring", then one line of JSON.
import { siteLimits } from '@kismet/contracts'
import { systemClock } from '@kismet/service-kit/clock'
import { createLogger } from '@kismet/service-kit/logger'
import { Registry } from '@kismet/service-kit/metrics'
import { walletEnv } from '@kismet/wallet/config'
import { beginTerm } from '@kismet/test-env/test-term'
import { WalletCore } from '@kismet/wallet/core/wallet-core'
import { walletTelemetry } from '@kismet/wallet/telemetry'
import { closedLoop } from './closed-loop.ts'
import { Workload } from './workload.ts'

const config = walletEnv.parse({ NATS_URL: 'nats://127.0.0.1', ...process.env })
const core = await WalletCore.open({
  databaseUrl: config.DATABASE_URL,
  term: await beginTerm(config.DATABASE_URL, 'wallet'),
  lanes: config.WALLET_LANES,
  maxBatch: config.WALLET_MAX_BATCH,
  maxQueued: config.WALLET_MAX_QUEUED,
  bonus: { percent: 10, wagerPercent: 50, minMultiplier: config.BONUS_MIN_MULTIPLIER },
  limits: siteLimits,
  clock: systemClock,
  log: createLogger('bench', 'warn'),
  telemetry: walletTelemetry(new Registry()),
})
const workload = new Workload()
const seen = await closedLoop(
  Number(process.env.IN_FLIGHT),
  Number(process.env.SECONDS),
  async () => {
    const { betId, playerId, game, stakePaise, payoutPaise } = workload.next()
    const outcome = await core.submit({ kind: 'play', reference: betId, playerId, game, stakePaise, payoutPaise })
    if (!outcome.ok) return 'refused'
    return outcome.replayed ? 'replayed' : 'booked'
  },
  () => workload.hasMetEverybody,
  () => console.log('measuring'),
)
console.log(JSON.stringify(seen))
await core.close()
