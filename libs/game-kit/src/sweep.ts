import { startLoop } from '@kismet/service-kit/loop'
import type { Loop } from '@kismet/service-kit/loop'
import { findDue, takeLease } from './db/seats.ts'
import { finishPlay } from './finish.ts'
import type { House } from './house.ts'
import type { Claim } from './plays.ts'

const sweepEveryMs = 1_000
/** Plays that one run works on, side by side. */
const maxAtOnce = 50

/** Finishes, again and again, plays whose sender died or never heard from the wallet. Several replicas may do it at once: a play is leased to one. */
export function startSweep(house: House): Loop {
  return startLoop('sweep', sweepEveryMs, house.log, async () => {
    const due = await findDue(house.db, house.clock.now(), maxAtOnce)
    const runs = await Promise.allSettled(due.map((claim) => finishDue(house, claim)))
    for (const run of runs)
      if (run.status === 'rejected')
        house.log.error({ err: run.reason as unknown }, 'an unfinished play could not be finished')
  })
}

async function finishDue(house: House, claim: Claim): Promise<void> {
  const attempt = await takeLease(house.db, claim, house.clock.now())
  if (attempt === undefined) return
  const finish = await finishPlay(house, claim, attempt, `sweep-${claim.betId}`)
  if (finish.kind === 'settled') await finish.recorded
  house.telemetry.repaired(claim.game, finish.kind)
}
