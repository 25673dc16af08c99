import type { Context } from '../context.ts'
import { findDue, takeLease } from '../db/plays.ts'
import type { Claim } from '../db/plays.ts'
import { finishPlay } from './finish-play.ts'
import { leaseFrom } from './lease.ts'

/** Plays that one run works on, side by side. */
const batch = 50

/** Finishes plays whose sender died or never heard from the wallet. Several replicas may do it at once: a play is leased to one. */
export async function sweepUnfinished(ctx: Context): Promise<void> {
  const due = await findDue(ctx.db, new Date(ctx.clock.now()), batch)
  const runs = await Promise.allSettled(due.map((claim) => finishDue(ctx, claim)))
  for (const run of runs) {
    if (run.status === 'rejected')
      ctx.log.error({ err: run.reason as unknown }, 'an unfinished play could not be finished')
  }
}

async function finishDue(ctx: Context, claim: Claim): Promise<void> {
  const { db, clock, telemetry } = ctx
  const attempt = await takeLease(db, claim.betId, new Date(clock.now()), leaseFrom(clock.now()))
  if (attempt === undefined) return
  const { kind } = await finishPlay(ctx, claim, attempt, `sweep-${claim.betId}`)
  telemetry.repaired(claim.commitment.game, kind)
}
