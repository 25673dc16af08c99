// Makes statements and totals again from the wallet's log, and waits until they are whole: ./kismet rebuild-analytics.
import { setTimeout as delay } from 'node:timers/promises'
import { systemClock } from '@kismet/service-kit/clock'
import { Documents } from '@kismet/service-kit/documents'
import { createLogger } from '@kismet/service-kit/logger'
import { systemRandomness } from '@kismet/service-kit/randomness'
import { commandConfig } from '../config.ts'
import { models } from '../db/models.ts'
import { loadProgress } from '../ingest/store.ts'
import { rebuild, untilWhole } from '../rebuild.ts'

const askEveryMs = 500

const { MONGODB_URL: url } = commandConfig()
const documents = await Documents.open({ url, models }, 'analytics', createLogger('analytics', 'error'))
try {
  const startedAt = performance.now()
  const { epoch } = await loadProgress(documents, systemRandomness)
  await rebuild({ documents, randomness: systemRandomness, clock: systemClock }, epoch)
  console.log('What was there has been cleared away; the service makes it again.')
  await untilWhole({ documents, clock: systemClock }, () => delay(askEveryMs))
  console.log(`All of it is there again, after ${((performance.now() - startedAt) / 1_000).toFixed(1)} s.`)
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
} finally {
  await documents.close()
}
