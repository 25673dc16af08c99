import { startLoop } from '@kismet/service-kit/loop'
import type { Loop } from '@kismet/service-kit/loop'
import { findDue } from './db/seats.ts'
import { takeOver } from './finish.ts'
import type { House } from './house.ts'

const sweepEveryMs = 1_000
/** Plays that one run works on, side by side. */
const maxAtOnce = 50

/** Finishes, again and again, plays whose sender died or never heard from the wallet. The replica that leads does it. */
export function startSweep(house: House): Loop {
  return startLoop('sweep', sweepEveryMs, house.log, async () => {
    const due = await findDue(house.db, house.known, house.clock.now(), maxAtOnce)
    const runs = await Promise.allSettled(due.map((claim) => takeOver(house, claim, `sweep-${claim.betId}`)))
    for (const [index, run] of runs.entries()) {
      const { betId, game } = due[index] ?? {}
      if (run.status === 'rejected') house.log.error({ err: run.reason, betId }, 'an unfinished play is not finished')
      else if (run.value !== undefined && game !== undefined) house.telemetry.repaired(game, run.value.kind)
    }
  })
}
