import { defineService } from '@kismet/service-kit/define-service'
import { Gate } from '@kismet/service-kit/gate'
import { readerMetrics } from '@kismet/service-kit/metrics'
import { analyticsEnv } from './config.ts'
import type { Context } from './context.ts'
import { models } from './db/models.ts'
import { streams } from './http/index.ts'
import { followEntries } from './ingest/follow-entries.ts'
import { followOnline } from './online.ts'
import { Freshness } from './read/freshness.ts'
import { PlayerEmails } from './read/player-emails.ts'
import { operations } from './rpc/index.ts'

const searchLimits = { running: 1, runningOfOwner: 1, waiting: 16, waitingOfOwner: 4, waitingMs: 2_000 }

/** Each reads eight lists at once at most: together, and with the files, fewer than may wait for MongoDB. */
const statementLimits = { running: 16, runningOfOwner: 2, waiting: 500, waitingOfOwner: 10, waitingMs: 2_000 }
const playersListed = 50_000

/** Analytics: what is read of the ledger, as statements and as totals. It owns nothing that could not be made again. */
export const analytics = defineService({
  name: 'analytics',
  env: analyticsEnv,
  open: async (config, { bus, clock, randomness, log, registry, openDocuments }): Promise<Context> => ({
    bus,
    clock,
    randomness,
    log,
    config,
    metrics: readerMetrics(registry),
    documents: await openDocuments({ url: config.MONGODB_URL, models }),
    freshness: new Freshness(),
    emails: new PlayerEmails(bus),
    statements: new Gate(statementLimits),
    playersListed,
    searches: new Gate(searchLimits),
  }),
  operations,
  streams,
  streamKey: ({ STREAM_KEY }) => STREAM_KEY,
  start: (ctx) => [followEntries(ctx), followOnline(ctx)],
})
