import { defineService } from '@kismet/service-kit/define-service'
import { BoundedQueue } from '@kismet/service-kit/bounded-queue'
import { startLoop } from '@kismet/service-kit/loop'
import { readerMetrics } from '@kismet/service-kit/metrics'
import { analyticsEnv } from './config.ts'
import type { Context } from './context.ts'
import { models } from './db/store.ts'
import { downloadAccountStatementHandler } from './http/download-account-statement.ts'
import { listExports } from './http/export-lists.ts'
import { exportReportHandler } from './http/export-report.ts'
import { followEntries } from './ingest/follow-entries.ts'
import { mailDailyReport } from './mail-report.ts'
import { keepOnline } from './online.ts'
import { Freshness } from './read/freshness.ts'
import { PlayerEmails } from './read/player-emails.ts'
import { accountStatementOperations } from './rpc/account-statement.ts'
import { auditOperations } from './rpc/audit-log.ts'
import { reportOperations } from './rpc/reports.ts'
import { todayOperations } from './rpc/today.ts'
import { watchForOwners } from './watch-for-owners.ts'

/** Each reads eight lists at once at most: together, and with the files, fewer than may wait for MongoDB. */
const statementLimits = { running: 16, runningOfOwner: 2, waiting: 500, waitingOfOwner: 10, waitingMs: 2_000 }
const playersListed = 50_000
const stepEveryMs = 2_000
const countOnlineEveryMs = 60_000
const watchForOwnersEveryMs = 60_000
const mailReportEveryMs = 10 * 60_000

/** Statements and totals, made from the ledger. A rebuild makes all of this again. */
export const analytics = defineService({
  name: 'analytics',
  env: analyticsEnv,
  open: async (config, { bus, clock, randomness, log, registry, openDocuments }): Promise<Context> => ({
    bus,
    clock,
    randomness,
    log,
    stepEveryMs,
    metrics: readerMetrics(registry),
    documents: await openDocuments({ url: config.MONGODB_URL, models }),
    freshness: new Freshness(),
    emails: new PlayerEmails(bus),
    statements: new BoundedQueue(statementLimits),
    playersListed,
  }),
  operations: [...accountStatementOperations, ...todayOperations, ...reportOperations, ...auditOperations],
  streams: [downloadAccountStatementHandler, exportReportHandler, ...listExports],
  streamKey: ({ STREAM_KEY }) => STREAM_KEY,
  start: (ctx) => [
    followEntries(ctx),
    startLoop('online players', countOnlineEveryMs, ctx.log, () => keepOnline(ctx)),
    startLoop('owner alerts', watchForOwnersEveryMs, ctx.log, watchForOwners(ctx)),
    startLoop('daily report', mailReportEveryMs, ctx.log, mailDailyReport(ctx)),
  ],
})
