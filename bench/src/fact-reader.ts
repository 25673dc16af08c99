// Beside contender (d): reads the wallet's log as read models do, with a cursor in the same server. NATS_URL, DATABASE_URL. Ends with SIGTERM.
import { readEntries } from '@kismet/contracts'
import { Bus } from '@kismet/service-kit/bus/bus'
import { systemClock } from '@kismet/service-kit/clock'
import { createPool } from '@kismet/service-kit/database'
import { createLogger } from '@kismet/service-kit/logger'
import { busMetrics, Registry } from '@kismet/service-kit/metrics'
import { followFacts } from '@kismet/test-env/follow-facts'

const logger = createLogger('bench', 'warn')
const bus = await Bus.open(
  {
    url: process.env.NATS_URL ?? '',
    service: 'analytics',
    clock: systemClock,
    log: logger,
    metrics: busMetrics(new Registry()),
  },
  () => () => Promise.resolve([]),
)
const db = createPool({ url: process.env.DATABASE_URL ?? '', schema: 'reader', maxConnections: 2, log: logger })
let taken = 0
const loop = followFacts({
  log: readEntries,
  bus,
  db,
  logger,
  apply: (_transaction, facts) => {
    taken += facts.length
    return Promise.resolve()
  },
})
process.once('SIGTERM', () => {
  void loop
    .stop()
    .then(() => Promise.all([bus.close(), db.end()]))
    .then(() => console.log(JSON.stringify({ taken })))
})
