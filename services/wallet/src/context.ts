import { join } from 'node:path'
import { limits, siteLimits } from '@kismet/contracts'
import type { AuditLog } from '@kismet/service-kit/audit/log'
import { requireDurability } from '@kismet/service-kit/database'
import type { Pool } from '@kismet/service-kit/database'
import type { Kit } from '@kismet/service-kit/define-service'
import { BoundedQueue } from '@kismet/service-kit/bounded-queue'
import type { Term } from '@kismet/service-kit/leadership'
import { Maintenance } from '@kismet/service-kit/maintenance'
import { migrationsOf, requireMigrations } from '@kismet/service-kit/migrate'
import type { WalletConfig } from './config.ts'
import { WalletCore } from './core/wallet-core.ts'
import { keepBookingStop, readBookingStop } from './booking-stop.ts'
import { requireGrowingTransactionIds } from './db/transaction-ids.ts'
import type { BatchDecision } from './domain/batch.ts'
import { signalsOf } from './balance-signals.ts'
import { ledgerState } from './reconcile/ledger-state.ts'
import { walletTelemetry, watchLedger } from './telemetry.ts'
import type { WalletTelemetry } from './telemetry.ts'

export interface WalletContext extends Pick<Kit, 'bus' | 'clock' | 'log' | 'randomness'> {
  readonly config: WalletConfig
  readonly db: Pool
  readonly audit: AuditLog
  readonly telemetry: WalletTelemetry
  readonly maintenance: Maintenance
  /** The bounded queue for changes of limits, which can be refused. Exclusions have their own queue, so that they never wait for limits. */
  readonly changeQueue: BoundedQueue
  readonly stopQueue: BoundedQueue
  /** Bookings of one correction run one after the other. */
  readonly correctionQueue: BoundedQueue
  /** One for all terms. */
  readonly tellCommitted: (decision: BatchDecision) => void
}

/** What the replica that leads has besides: it alone answers, so that what it says is the newest. */
export interface LeaderContext extends WalletContext {
  readonly core: WalletCore
  /** Has the newest entries proven at once. */
  readonly proveNow: () => void
}

const folder = join(import.meta.dirname, '..')
/**
 * A change holds a connection, and most connections stay free for reads. Changes of one player run
 * one after the other. After the longest wait a change has 2 s before the timeout of its caller.
 */
const changeLimits = { running: 1, runningOfOwner: 1, waiting: 256, waitingOfOwner: 4, waitingMs: 3_000 }
/**
 * A player has twice as many places as the command rate allows, so that an exclusion is never
 * refused.
 */
const stopLimits = { ...changeLimits, waiting: 4_096, waitingOfOwner: 128 }
/** A booking can take 30 s. */
const correctionLimits = { running: 16, runningOfOwner: 1, waiting: 256, waitingOfOwner: 4 }

/** @throws Error when the database lacks migrations, could lose what it confirms, or holds a ledger that was moved here the wrong way. */
export async function openContext(config: WalletConfig, kit: Kit): Promise<WalletContext> {
  const { bus, clock, log, randomness, registry } = kit
  const { DATABASE_URL: url, DATABASE_CONNECTIONS: maxConnections } = config
  const db = await kit.openDatabase({ url, folder, maxConnections })
  await requireGrowingTransactionIds(db)
  await requireDurability(db)
  const audit = await kit.openAudit({ service: 'wallet', db, config })
  const telemetry = walletTelemetry(registry)
  watchLedger(registry, () => ledgerState({ db, config, clock }))
  const maintenance = new Maintenance(bus)
  const shared = { config, db, audit, bus, clock, log, randomness, telemetry, maintenance }
  const [changeQueue, stopQueue] = [new BoundedQueue(changeLimits), new BoundedQueue(stopLimits)]
  const correctionQueue = new BoundedQueue(correctionLimits)
  return { ...shared, changeQueue, stopQueue, correctionQueue, tellCommitted: signalsOf(bus) }
}

/**
 * Opens the core that books in a term. The core refuses all commands during a booking stop.
 * @throws NotDurable, Deposed, or an Error when a previous connection stays open or the ledger
 * belongs to a newer release
 */
export async function openCore(
  { config, db, clock, log, telemetry, tellCommitted }: WalletContext,
  term: Term,
): Promise<WalletCore> {
  await requireMigrations(db, migrationsOf(folder))
  const stop = await readBookingStop(db)
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
    stopped: stop === undefined ? undefined : new Error(stop.cause),
    onStopped: (cause) => void keepBookingStop({ db, clock, log }, term, cause),
    onCommitted: tellCommitted,
  })
}
