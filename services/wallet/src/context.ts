import { join } from 'node:path'
import { limits, siteLimits } from '@kismet/contracts'
import { requireDurability } from '@kismet/service-kit/database'
import type { Pool } from '@kismet/service-kit/database'
import type { Kit } from '@kismet/service-kit/define-service'
import type { Term } from '@kismet/service-kit/leadership'
import { Maintenance } from '@kismet/service-kit/maintenance'
import { migrationsOf, requireSameMigrations } from '@kismet/service-kit/migrate'
import type { WalletConfig } from './config.ts'
import { WalletCore } from './core/wallet-core.ts'
import { requireGrowingTransactionIds } from './db/transaction-ids.ts'
import type { BatchDecision } from './domain/batch.ts'
import { ledgerState } from './reconcile/ledger-state.ts'
import { walletTelemetry } from './telemetry.ts'
import type { WalletTelemetry } from './telemetry.ts'

export interface WalletContext extends Pick<Kit, 'bus' | 'clock' | 'log'> {
  readonly config: WalletConfig
  readonly db: Pool
  readonly telemetry: WalletTelemetry
  readonly maintenance: Maintenance
}

/** What the replica that leads has besides: it alone answers, so that what it says is the newest. */
export interface LeaderContext extends WalletContext {
  readonly core: WalletCore
}

const folder = join(import.meta.dirname, '..')

/** @throws Error when the database lacks migrations, could lose what it confirms, or holds a ledger that was moved here the wrong way. */
export async function openContext(config: WalletConfig, kit: Kit): Promise<WalletContext> {
  const { bus, clock, log, registry } = kit
  const { DATABASE_URL: url, DATABASE_CONNECTIONS: maxConnections } = config
  const db = await kit.openDatabase({ url, folder, maxConnections })
  await requireGrowingTransactionIds(db)
  await requireDurability(db)
  const telemetry = walletTelemetry(registry)
  telemetry.watchLedger(() => ledgerState({ db, config, clock }))
  return { config, db, bus, clock, log, telemetry, maintenance: new Maintenance(bus) }
}

/** @throws NotDurable, Deposed, or an error when a session of a former leader does not end, or the ledger is of a newer release. */
export async function openCore(
  { config, db, clock, log, telemetry }: WalletContext,
  term: Term,
  onCommitted: (decision: BatchDecision) => void,
): Promise<WalletCore> {
  await requireSameMigrations(db, migrationsOf(folder))
  const { percent, wagerPercent } = limits.bonus
  return WalletCore.open({
    databaseUrl: config.DATABASE_URL,
    term,
    lanes: config.WALLET_LANES,
    maxBatch: config.WALLET_MAX_BATCH,
    maxQueued: config.WALLET_MAX_QUEUED,
    bonus: { percent, wagerPercent, minMultiplier: config.BONUS_MIN_MULTIPLIER },
    limits: siteLimits,
    clock,
    log,
    telemetry,
    onCommitted,
  })
}
