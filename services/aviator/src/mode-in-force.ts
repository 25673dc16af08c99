import { VolatilityMode } from '@kismet/contracts'
import type { AuditLog } from '@kismet/service-kit/audit/log'
import { inSnapshot } from '@kismet/service-kit/database'
import type { Pool, Queryable } from '@kismet/service-kit/database'
import type { Logger } from '@kismet/service-kit/logger'
import { volatilityChanges } from './db/volatility.ts'

interface ModeParts {
  readonly db: Pool
  readonly audit: AuditLog
}

/** What the audit log says of the mode: its action, and what it is done to. */
export const modeChange = { action: 'volatility-mode.set', target: 'aviator' } as const

/** Until somebody chooses another one. */
const firstMode: VolatilityMode = 'normal'

interface ModeInForce {
  readonly mode: VolatilityMode
  /** Whether the table of changes says the same. */
  readonly isSaid: boolean
}

/**
 * The mode that the audit log says. The table of changes is only shown, because other writers can
 * change it. Read in a transaction.
 */
export async function modeIn({ audit }: Pick<ModeParts, 'audit'>, transaction: Queryable): Promise<ModeInForce> {
  const { says, isAlone } = await audit.newestOf(transaction, modeChange)
  const audited = VolatilityMode.safeParse(says?.after)
  const mode = audited.success ? audited.data : firstMode
  const [change] = await volatilityChanges(transaction, 1)
  return { mode, isSaid: isAlone && (change?.mode ?? firstMode) === mode }
}

/** The mode of the round that is opened next. */
export const modeInForce = (parts: ModeParts): Promise<ModeInForce> =>
  inSnapshot(parts.db, (snapshot) => modeIn(parts, snapshot))

/** The same for the round that is being opened: that the table has another one is told with each. */
export async function modeToPlay(parts: ModeParts & { readonly log: Logger }): Promise<VolatilityMode> {
  const { mode, isSaid } = await modeInForce(parts)
  const { target } = modeChange
  if (!isSaid)
    parts.log.error(
      { event: 'settings.not-written', target },
      'the stored volatility mode has no matching row in the audit log',
    )
  return mode
}
