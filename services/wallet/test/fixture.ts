import { siteLimits } from '@kismet/contracts'
import { Registry } from '@kismet/service-kit/metrics'
import { systemClock } from '@kismet/service-kit/clock'
import { createPool } from '@kismet/service-kit/database'
import type { Pool } from '@kismet/service-kit/database'
import { systemRandomness } from '@kismet/service-kit/randomness'
import { testLogger } from '@kismet/test-env/test-bus'
import { TestLine } from '@kismet/test-env/test-line'
import { createTestDatabase } from '@kismet/test-env/test-database'
import type { TestDatabase } from '@kismet/test-env/test-database'
import { beginTerm } from '@kismet/test-env/test-term'
import type { WalletCoreOptions } from '../src/core/wallet-core.ts'
import { WalletCore } from '../src/core/wallet-core.ts'
import type { MoneyCommand } from '../src/domain/command.ts'
import { reconcile } from '../src/reconcile/reconcile.ts'
import type { Reconciliation } from '../src/reconcile/reconcile.ts'
import { walletTelemetry } from '../src/telemetry.ts'

export const newId = (): string => systemRandomness.id(systemClock.now())

/** A core as the service makes it, small enough for tests. An earlier leader is deposed. */
export async function openCore(databaseUrl: string, options: Partial<WalletCoreOptions> = {}): Promise<WalletCore> {
  return WalletCore.open({
    databaseUrl,
    term: options.term ?? (await beginTerm(databaseUrl, 'wallet')),
    lanes: 1,
    maxBatch: 256,
    maxQueued: 4096,
    bonus: { percent: 10, wagerPercent: 50, minMultiplier: 1.01 },
    limits: siteLimits,
    clock: systemClock,
    log: testLogger('wallet'),
    telemetry: walletTelemetry(new Registry()),
    ...options,
  })
}

/** A ledger of its own, for what would disturb others. */
export interface OwnLedger {
  readonly database: TestDatabase
  readonly url: string
  readonly core: WalletCore
  /** What the core's connections go through. */
  readonly line: TestLine
  /** Connections of the owner, who may do what the wallet itself may not. */
  readonly owner: Pool
}

export async function inOwnLedger(
  work: (ledger: OwnLedger) => Promise<void>,
  options: Partial<WalletCoreOptions> = {},
  serverUrl?: string,
): Promise<void> {
  const database = await createTestDatabase(['wallet'], serverUrl)
  const url = database.urlOf('wallet')
  const owner = openPool(database.ownerUrl)
  const line = await TestLine.to(url)
  const core = await openCore(line.url, options)
  try {
    await work({ database, url, core, line, owner })
  } finally {
    await core.close()
    await line.close()
    await owner.end()
    await database.drop()
  }
}

export function openPool(url: string): Pool {
  return createPool({ url, schema: 'wallet', maxConnections: 4, log: testLogger('wallet') })
}

/** Proves the whole ledger of a database. */
export async function reconcileAll(pool: Pool): Promise<Reconciliation> {
  const client = await pool.connect()
  try {
    return await reconcile(client)
  } finally {
    client.release()
  }
}

/** The names and examples of the checks that found a break. */
export function breaksOf({ checks }: Reconciliation): string[] {
  return checks.filter(({ breaks }) => breaks > 0).flatMap(({ name, examples }) => [name, ...examples])
}

export const deposit = (playerId: string, amountPaise: number, reference = newId()): MoneyCommand => ({
  kind: 'deposit',
  playerId,
  reference,
  amountPaise,
})

export const play = (playerId: string, stakePaise: number, payoutPaise = 0, reference = newId()): MoneyCommand => ({
  kind: 'play',
  playerId,
  reference,
  game: 'Dice',
  stakePaise,
  payoutPaise,
})

export const reserve = (playerId: string, stakePaise: number, reference = newId()): MoneyCommand => ({
  kind: 'reserve',
  playerId,
  reference,
  game: 'Mines',
  stakePaise,
})

/** Whether a statement that has that text in it waits for a lock. */
export async function isWaiting(pool: Pool, text: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND position($1 IN query) > 0`,
    [text],
  )
  return rowCount === 1
}
