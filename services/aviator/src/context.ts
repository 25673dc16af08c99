import { join } from 'node:path'
import type { AuditLog } from '@kismet/service-kit/audit/log'
import type { Clock } from '@kismet/service-kit/clock'
import { requireDurability } from '@kismet/service-kit/database'
import type { Pool } from '@kismet/service-kit/database'
import { requireEpochs } from '@kismet/service-kit/epoch-secrets'
import type { Kit } from '@kismet/service-kit/define-service'
import { Maintenance } from '@kismet/service-kit/maintenance'
import type { AviatorConfig } from './config.ts'
import { roundClock } from './round-clock.ts'
import { Telemetry } from './telemetry.ts'

export interface AviatorContext extends Pick<Kit, 'bus' | 'clock' | 'randomness' | 'log'> {
  readonly config: AviatorConfig
  readonly db: Pool
  readonly audit: AuditLog
  /** Of the times of rounds and cash-outs; `clock` is of everything else. */
  readonly roundClock: Clock
  readonly maintenance: Maintenance
  readonly telemetry: Telemetry
}

const folder = join(import.meta.dirname, '..')
const maxConnections = 10

export async function openContext(config: AviatorConfig, kit: Kit): Promise<AviatorContext> {
  const { bus, clock, randomness, log, registry } = kit
  const db = await kit.openDatabase({ url: config.DATABASE_URL, folder, maxConnections })
  await requireDurability(db)
  await requireEpochs(db, config.CHAIN_SECRETS)
  const audit = await kit.openAudit({ service: 'aviator', db, config })
  return {
    ...{ bus, clock, randomness, log, config, db, audit },
    roundClock: roundClock(clock, config.SPEED),
    maintenance: new Maintenance(bus),
    telemetry: new Telemetry(registry),
  }
}
