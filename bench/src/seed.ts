import { siteLimits } from '@kismet/contracts'
import { fileURLToPath } from 'node:url'
import { systemClock } from '@kismet/service-kit/clock'
import { createLogger } from '@kismet/service-kit/logger'
import { migrate } from '@kismet/service-kit/migrate'
import { Registry } from '@kismet/service-kit/metrics'
import { systemRandomness } from '@kismet/service-kit/randomness'
import { createTestDatabase } from '@kismet/test-env/test-database'
import type { TestDatabase } from '@kismet/test-env/test-database'
import { beginTerm } from '@kismet/test-env/test-term'
import { WalletCore } from '@kismet/wallet/core/wallet-core'
import { noProtection } from '@kismet/wallet/domain/protection'
import type { Protection } from '@kismet/wallet/domain/protection'
import { walletTelemetry } from '@kismet/wallet/telemetry'
import pg from 'pg'
import { depositPaise, playerCount, playerId } from './workload.ts'

/** A new wallet database in which every player has made a first deposit and has set every limit. */
export async function seededDatabase(serverUrl: string): Promise<TestDatabase> {
  const database = await createTestDatabase(['wallet'], serverUrl)
  const core = await WalletCore.open({
    databaseUrl: database.urlOf('wallet'),
    term: await beginTerm(database.urlOf('wallet'), 'wallet'),
    lanes: 2,
    maxBatch: 1024,
    maxQueued: playerCount,
    bonus: { percent: 10, wagerPercent: 50, minMultiplier: 1.01 },
    limits: { ...siteLimits, depositPaise },
    clock: systemClock,
    log: createLogger('bench', 'warn'),
    telemetry: walletTelemetry(new Registry()),
  })
  const outcomes = await Promise.all(
    Array.from({ length: playerCount }, (_, index) =>
      core.submit({
        kind: 'deposit',
        playerId: playerId(index),
        reference: systemRandomness.id(systemClock.now()),
        amountPaise: depositPaise,
      }),
    ),
  )
  await core.close()
  if (outcomes.some((outcome) => !outcome.ok)) throw new Error('The players could not be funded')
  await limitEverybody(database.ownerUrl)
  await openReader(database)
  return database
}

/** Where the reader of facts keeps its cursor. */
async function openReader(database: TestDatabase): Promise<void> {
  const folder = fileURLToPath(new URL('reader-migrations/', import.meta.url))
  const serviceRole = decodeURIComponent(new URL(database.urlOf('wallet')).username)
  await migrate({ ownerUrl: database.ownerUrl, folder, schema: 'reader', serviceRole })
}

/** Limits that are checked with each bet and never reached. */
async function limitEverybody(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    const far = { day: 1e13, week: 1e13, month: 1e13 }
    const protection: Protection = { ...noProtection, wagerPaise: far, lossPaise: far }
    await client.query('UPDATE wallet.account SET version = version + 1, protection = $1', [protection])
    await client.query('VACUUM ANALYZE wallet.account, wallet.entry')
  } finally {
    await client.end()
  }
}
