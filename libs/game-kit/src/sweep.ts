import { startLoop } from '@kismet/service-kit/loop'
import type { Loop } from '@kismet/service-kit/loop'
import { findDue, putOff } from './db/seats.ts'
import { takeOver } from './finish.ts'
import type { House } from './house.ts'
import type { Claim } from './plays.ts'

const sweepEveryMs = 1_000
/** Plays that one run works on, side by side. */
const maxAtOnce = 50

/** Finishes, again and again, plays whose sender died or never heard from the wallet. The replica that leads does it. */
export function startSweep(house: House): Loop {
  return startLoop('sweep', sweepEveryMs, house.log, async () => {
    const due = await findDue(house.db, house.known, house.clock.now(), maxAtOnce)
    // A play that is not put off either, because the database does not answer, is due in the next run.
    await Promise.allSettled(due.map((claim) => finishOrPutOff(house, claim)))
  })
}

async function finishOrPutOff(house: House, claim: Claim): Promise<void> {
  const { betId, game } = claim
  try {
    const finish = await takeOver(house, claim, `sweep-${betId}`)
    if (finish !== undefined) house.telemetry.repaired(game, finish.kind)
  } catch (error) {
    house.log.error({ err: error, betId }, 'an unfinished play is not finished')
    await putOff(house.db, claim, house.clock.now())
  }
}
