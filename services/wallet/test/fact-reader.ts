// A reader of the wallet's log in a process of its own, to be killed. NATS_URL, DATABASE_URL; HANGS_IN_PAGE: the page that it never finishes.
import { readEntries } from '@kismet/contracts'
import { createPool } from '@kismet/service-kit/database'
import { createLogger } from '@kismet/service-kit/logger'
import { busMetrics, Registry } from '@kismet/service-kit/metrics'
import { Bus } from '@kismet/service-kit/bus/bus'
import { systemClock } from '@kismet/service-kit/clock'
import { followFacts } from '@kismet/test-env/follow-facts'

const { NATS_URL = '', DATABASE_URL = '', HANGS_IN_PAGE = '0' } = process.env
const logger = createLogger('reader', 'silent')
const metrics = busMetrics(new Registry())
const parts = { url: NATS_URL, service: 'analytics' as const, clock: systemClock, log: logger, metrics }
const bus = await Bus.open(parts, () => () => Promise.resolve([]))
const db = createPool({ url: DATABASE_URL, schema: 'reader', maxConnections: 2, log: logger })
let pages = 0
followFacts({
  log: readEntries,
  bus,
  db,
  logger,
  apply: async (transaction, facts) => {
    await transaction.query('INSERT INTO taken (player_id, sequence) SELECT * FROM unnest($1::uuid[], $2::integer[])', [
      facts.map(({ playerId }) => playerId),
      facts.map(({ sequence }) => sequence),
    ])
    pages += 1
    if (pages !== Number(HANGS_IN_PAGE)) return
    process.stdout.write('in the page\n')
    await new Promise(() => undefined)
  },
})
