import { Registry } from '@kismet/service-kit/metrics'
import { systemClock } from '@kismet/service-kit/clock'
import { createPool } from '@kismet/service-kit/database'
import type { Pool } from '@kismet/service-kit/database'
import { systemRandomness } from '@kismet/service-kit/randomness'
import { testLogger } from '@kismet/test-env/test-bus'
import type { WalletCoreOptions } from '../src/core/wallet-core.ts'
import { WalletCore } from '../src/core/wallet-core.ts'
import type { MoneyCommand } from '../src/domain/command.ts'
import { reconcile, wholeLedger } from '../src/reconcile/reconcile.ts'
import type { Reconciliation } from '../src/reconcile/reconcile.ts'
import { walletTelemetry } from '../src/telemetry.ts'

export const newId = (): string => systemRandomness.id(systemClock.now())

/** A core as the service makes it, small enough for tests. */
export function openCore(databaseUrl: string, options: Partial<WalletCoreOptions> = {}): Promise<WalletCore> {
  return WalletCore.open({
    databaseUrl,
    lanes: 1,
    maxBatch: 256,
    maxQueued: 4096,
    bonus: { percent: 10, wagerPercent: 50, minMultiplier: 1.01 },
    clock: systemClock,
    log: testLogger('wallet'),
    telemetry: walletTelemetry(new Registry()),
    ...options,
  })
}

export function openPool(url: string): Pool {
  return createPool({ url, schema: 'wallet', maxConnections: 4, log: testLogger('wallet') })
}

/** Proves the whole ledger of a database. */
export async function reconcileAll(pool: Pool): Promise<Reconciliation> {
  const client = await pool.connect()
  try {
    return await reconcile(client, wholeLedger)
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
