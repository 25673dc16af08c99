import { limits } from '@kismet/contracts'
import { defineService } from '@kismet/service-kit/define-service'
import { documentsEnv } from '@kismet/service-kit/env'
import { Gate } from '@kismet/service-kit/gate'
import type { Context } from './context.ts'
import { modelsOn } from './db/messages.ts'
import { startHousekeeping } from './housekeeping.ts'
import { operations } from './rpc/index.ts'
import { createTelemetry } from './telemetry.ts'

const submissionLimits = { running: 1, runningOfOwner: 1, waiting: 100, waitingOfOwner: 100, waitingMs: 2_000 }
/** A search may look at every message: it is never all of the database. */
const searchLimits = { running: 2, runningOfOwner: 1, waiting: 32, waitingOfOwner: 8, waitingMs: 1_000 }

export const support = defineService({
  name: 'support',
  env: documentsEnv,
  async open({ MONGODB_URL: url }, { bus, clock, randomness, log, registry, openDocuments }): Promise<Context> {
    const documents = await openDocuments({ url, models: modelsOn })
    const telemetry = createTelemetry(registry)
    const gates = { submissions: new Gate(submissionLimits), searches: new Gate(searchLimits) }
    return { bus, clock, randomness, log, documents, telemetry, room: limits.support, ...gates }
  },
  operations,
  start: (ctx) => [startHousekeeping(ctx)],
})
