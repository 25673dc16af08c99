import { join } from 'node:path'
import { defineService } from '@kismet/service-kit/define-service'
import { databaseEnv } from '@kismet/service-kit/env'
import { Gate } from '@kismet/service-kit/gate'
import { startLoop } from '@kismet/service-kit/loop'
import type { Context } from './context.ts'
import { readQueueState } from './db/deposits.ts'
import { downloads } from './http/downloads.ts'
import { postDepositSettingsHandler } from './http/post-deposit-settings.ts'
import { postDepositHandler } from './http/post-deposit.ts'
import { PictureMaker } from './pictures/picture-maker.ts'
import { operations } from './rpc/index.ts'
import { createTelemetry } from './telemetry.ts'
import { sweepCredits } from './work/book-credit.ts'
import { keepHouse } from './work/housekeeping.ts'

const maxConnections = 10
/** Of each player and key one at a time; there are not more than the uploads that the kit lets in. */
const submissionLimits = { running: 32, runningOfOwner: 1, waiting: 32, waitingOfOwner: 32 }
/** A search without a hit looks at every request: it is never more of the database than this, and no admin has all of it. Its own time fits behind its wait. */
const searchLimits = { running: 4, runningOfOwner: 2, waiting: 64, waitingOfOwner: 8, waitingMs: 1_000 }
const sweepEveryMs = 1_000
const housekeepingEveryMs = 10 * 60_000

export const payments = defineService({
  name: 'payments',
  env: databaseEnv,
  async open({ DATABASE_URL: url }, { bus, clock, randomness, log, registry, openDatabase }): Promise<Context> {
    // No list takes processors of the database that the wallet works on besides its own.
    const settings = { max_parallel_workers_per_gather: '0' }
    const db = await openDatabase({ url, folder: join(import.meta.dirname, '..'), maxConnections, settings })
    const telemetry = createTelemetry(registry, () => readQueueState(db, clock.now()))
    const pictures = await PictureMaker.open({ log, telemetry })
    const submissions = new Gate(submissionLimits)
    const searches = new Gate(searchLimits)
    return { db, bus, clock, randomness, log, telemetry, pictures, submissions, searches }
  },
  operations,
  streams: [...downloads, postDepositHandler, postDepositSettingsHandler],
  start(ctx) {
    return [
      startLoop('credits', sweepEveryMs, ctx.log, () => sweepCredits(ctx)),
      startLoop('housekeeping', housekeepingEveryMs, ctx.log, () => keepHouse(ctx)),
    ]
  },
  close: ({ pictures }) => pictures.stop(),
})
