import { join } from 'node:path'
import type { AuditLog } from '@kismet/service-kit/audit/log'
import type { Clock } from '@kismet/service-kit/clock'
import { requireDurability } from '@kismet/service-kit/database'
import type { Pool } from '@kismet/service-kit/database'
import { requireEpochs } from '@kismet/service-kit/epoch-secrets'
import type { Kit } from '@kismet/service-kit/define-service'
import { Maintenance } from '@kismet/service-kit/maintenance'
import { gaugeIn } from '@kismet/service-kit/metrics'
import { Histogram } from 'prom-client'
import type { AviatorConfig } from './config.ts'
import { countUnbooked } from './db/read-bets.ts'
import { roundClock } from './round-clock.ts'

export interface AviatorContext extends Pick<Kit, 'bus' | 'clock' | 'randomness' | 'log'> {
  readonly config: AviatorConfig
  readonly db: Pool
  readonly audit: AuditLog
  /** Of the times of rounds and cash-outs; `clock` is of everything else. */
  readonly roundClock: Clock
  readonly maintenance: Maintenance
  /** The lag of ticks, in seconds. */
  readonly tickLateness: Histogram
}

const folder = join(import.meta.dirname, '..')
const maxConnections = 10

export async function openContext(config: AviatorConfig, kit: Kit): Promise<AviatorContext> {
  const { bus, clock, randomness, log, registry } = kit
  const db = await kit.openDatabase({ url: config.DATABASE_URL, folder, maxConnections })
  await requireDurability(db)
  await requireEpochs(db, config.CHAIN_SECRETS)
  const audit = await kit.openAudit({ service: 'aviator', db, config })
  const unbooked = 'Decided bets of any round that the wallet has not booked, or refuses to book'
  gaugeIn(registry, 'aviator_unbooked_bets', unbooked, () => countUnbooked(db))
  const tickLateness = new Histogram({
    ...{ name: 'aviator_tick_lateness_seconds', help: 'Lag of ticks', registers: [registry] },
    buckets: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1],
  })
  return {
    ...{ bus, clock, randomness, log, config, db, audit },
    roundClock: roundClock(clock, config.SPEED),
    maintenance: new Maintenance(bus),
    tickLateness,
  }
}
