// Makes statements and totals again from the wallet's log, and waits until they are whole: ./kismet rebuild-analytics.
import { Documents } from '@kismet/service-kit/documents'
import { createLogger } from '@kismet/service-kit/logger'
import { systemRandomness } from '@kismet/service-kit/randomness'
import { commandConfig } from '../config.ts'
import { models } from '../db/store.ts'
import { openEpoch, rebuild } from '../ingest/store.ts'
import { untilWhole } from '../ingest/until-whole.ts'

const { MONGODB_URL: url } = commandConfig()
const documents = await Documents.open({ url, models }, 'analytics', createLogger('analytics', 'error'))
try {
  const startedAt = performance.now()
  const ctx = { documents, randomness: systemRandomness }
  const { epoch } = await openEpoch(ctx)
  await rebuild(ctx, epoch)
  console.log('The service makes everything again.')
  await untilWhole(documents)
  console.log(`All of it is there again, after ${((performance.now() - startedAt) / 1_000).toFixed(1)} s.`)
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
} finally {
  await documents.close()
}
