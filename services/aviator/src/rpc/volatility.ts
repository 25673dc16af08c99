import { getVolatilityMode, limits, setVolatilityMode, VolatilityMode } from '@kismet/contracts'
import { chanceToCrashAtOnce, ratioPercent } from '@kismet/fairness'
import { isoTime } from '@kismet/service-kit/clock'
import { inTransaction, takeTurn } from '@kismet/service-kit/database'
import { handle } from '@kismet/service-kit/handle'
import { addVolatilityChange, volatilityChanges } from '../db/volatility.ts'
import type { TableContext } from '../round/table.ts'
import { rtpOf } from '../shown.ts'

const modes = VolatilityMode.options.map((mode) => ({
  mode,
  rtp: rtpOf(mode),
  crashAtOnce: ratioPercent(chanceToCrashAtOnce(mode)),
}))

/** The house edge of rounds to come. */
export const volatilityOperations = [
  handle(getVolatilityMode, async ({ db, table }: TableContext) => {
    const changes = await volatilityChanges(db, limits.aviator.modeChangesShown)
    const mode = changes[0]?.mode ?? 'normal'
    return {
      mode,
      roundMode: table.current?.round.commitment.volatilityMode ?? mode,
      modes,
      changes: changes.map(({ atMs, ...change }) => ({ ...change, at: isoTime(atMs) })),
    }
  }),

  handle(setVolatilityMode, async ({ audit, db, clock }: TableContext, { input: { mode }, admin, meta }) => {
    await inTransaction(db, async (transaction) => {
      await takeTurn(transaction, 'volatility mode')
      const before = await addVolatilityChange(transaction, { mode, by: admin.username, atMs: clock.now() })
      const detail = { before, after: mode }
      await audit.append(transaction, { admin, action: 'volatility-mode.set', target: 'aviator', detail, meta })
    })
    return { mode }
  }),
]
