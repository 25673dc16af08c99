import { getVolatilityMode, limits, mailOwners, setVolatilityMode, VolatilityMode } from '@kismet/contracts'
import { chanceToCrashAtOnce, ratioPercent } from '@kismet/fairness'
import { isoTime } from '@kismet/service-kit/clock'
import { inTransaction, takeLock } from '@kismet/service-kit/database'
import { handle } from '@kismet/service-kit/handle'
import { addVolatilityChange, volatilityChanges } from '../db/volatility.ts'
import type { TableContext } from '../round/table.ts'
import { rtpOf } from '../shown.ts'

const modes = VolatilityMode.options.map((mode) => ({
  mode,
  rtp: rtpOf(mode),
  crashAtOnce: ratioPercent(chanceToCrashAtOnce(mode)),
}))

const inWords = (mode: VolatilityMode) => `${mode} (RTP ${rtpOf(mode)}%)`

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

  handle(setVolatilityMode, async (ctx: TableContext, { input: { mode }, admin, meta }) => {
    const { audit, bus, db, clock, randomness } = ctx
    await inTransaction(db, async (transaction) => {
      await takeLock(transaction, 'volatility mode')
      const before = await addVolatilityChange(transaction, { mode, by: admin.username, atMs: clock.now() })
      const detail = { before, after: mode }
      await audit.append(transaction, { admin, action: 'volatility-mode.set', target: 'aviator', detail, meta })
      if (before === mode) return
      // Aviator has no outbox. Before the commit, so that no change stays without its mail.
      const told = `Game mode of Aviator: from ${inWords(before)} to ${inWords(mode)}.`
      const notice = { event: 'game_mode', by: admin.username, detail: told } as const
      const { requestId } = meta
      await bus.call(mailOwners, { noticeId: randomness.id(clock.now()), ...notice }, { requestId })
    })
    return { mode }
  }),
]
