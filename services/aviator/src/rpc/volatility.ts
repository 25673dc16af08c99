import { getVolatilityMode, limits, setVolatilityMode, VolatilityMode } from '@kismet/contracts'
import { chanceToCrashAtOnce, ratioPercent } from '@kismet/fairness'
import { isoTime } from '@kismet/service-kit/clock'
import { inTransaction, takeTurn } from '@kismet/service-kit/database'
import { handle } from '@kismet/service-kit/handle'
import { addVolatilityChange, modeInForce, volatilityChanges } from '../db/volatility.ts'
import type { TableContext } from '../round/table.ts'
import { rtpOf } from '../shown.ts'

const modes = VolatilityMode.options.map((mode) => ({
  mode,
  rtp: rtpOf(mode),
  crashAtOnce: ratioPercent(chanceToCrashAtOnce(mode)),
}))

/** What the audit log says of a change. */
const modeChange = { action: 'volatility-mode.set', target: 'aviator' } as const

/** The house edge of rounds to come. */
export const volatilityOperations = [
  handle(getVolatilityMode, async ({ db, table }: TableContext) => {
    const [mode, changes] = await Promise.all([modeInForce(db), volatilityChanges(db, limits.aviator.modeChangesShown)])
    return {
      mode,
      roundMode: table.current?.round.commitment.volatilityMode ?? mode,
      modes,
      changes: changes.map(({ atMs, ...change }) => ({ ...change, at: isoTime(atMs) })),
    }
  }),

  handle(setVolatilityMode, async ({ audit, db, clock, log }: TableContext, { input: { mode }, admin, meta }) => {
    await inTransaction(db, async (transaction) => {
      await takeTurn(transaction, 'volatility mode')
      const previous = await modeInForce(transaction)
      await addVolatilityChange(transaction, { mode, previous, by: admin.username, atMs: clock.now() })
      await audit.append(transaction, { admin, ...modeChange, detail: { before: previous, after: mode }, meta })
    })
    log.info({ event: modeChange.action, mode, adminId: admin.id }, 'volatility mode set')
    return { mode }
  }),
]
