import { fileURLToPath } from 'node:url'
import { limits } from '@kismet/contracts'
import type { Bus } from '@kismet/service-kit/bus/bus'
import type { Clock } from '@kismet/service-kit/clock'
import { createPool } from '@kismet/service-kit/database'
import type { Pool } from '@kismet/service-kit/database'
import type { Kit } from '@kismet/service-kit/define-service'
import type { Logger } from '@kismet/service-kit/logger'
import { migrationsOf, requireMigrations } from '@kismet/service-kit/migrate'
import type { WalletConfig } from './config.ts'
import { WalletCore } from './core/wallet-core.ts'
import { requireGrowingTransactionIds } from './db/transaction-ids.ts'
import type { BatchDecision } from './domain/batch.ts'
import { walletTelemetry } from './telemetry.ts'
import type { WalletTelemetry } from './telemetry.ts'

export interface WalletContext {
  readonly config: WalletConfig
  readonly db: Pool
  readonly core: WalletCore
  readonly bus: Bus
  readonly clock: Clock
  readonly log: Logger
  readonly telemetry: WalletTelemetry
  /** Told after each commit. */
  readonly committed: ((decision: BatchDecision) => void)[]
}

const serviceFolder = fileURLToPath(new URL('..', import.meta.url))

/** @throws Error when the database lacks migrations, could lose what it confirms, or holds a ledger that was moved here the wrong way. */
export async function openContext(config: WalletConfig, kit: Kit): Promise<WalletContext> {
  const { bus, clock, log, registry } = kit
  const db = createPool({
    url: config.DATABASE_URL,
    schema: 'wallet',
    maxConnections: config.DATABASE_CONNECTIONS,
    log,
  })
  const telemetry = walletTelemetry(registry)
  const committed: ((decision: BatchDecision) => void)[] = []
  try {
    await requireMigrations(db, migrationsOf(serviceFolder))
    await requireGrowingTransactionIds(db)
    const core = await WalletCore.open({
      databaseUrl: config.DATABASE_URL,
      lanes: config.WALLET_LANES,
      maxBatch: config.WALLET_MAX_BATCH,
      maxQueued: config.WALLET_MAX_QUEUED,
      bonus: {
        percent: limits.bonus.percent,
        wagerPercent: limits.bonus.wagerPercent,
        minMultiplier: config.BONUS_MIN_MULTIPLIER,
      },
      clock,
      log,
      telemetry,
      onCommitted: (decision) => committed.forEach((tell) => tell(decision)),
    })
    telemetry.watchQueue(() => core.queued)
    return { config, db, core, bus, clock, log, telemetry, committed }
  } catch (error) {
    await db.end()
    throw error
  }
}
