import { startLoop } from '@kismet/service-kit/loop'
import type { Loop } from '@kismet/service-kit/loop'
import { findDue } from './db/seats.ts'
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
    await Promise.all(due.map((claim) => finishDue(house, claim)))
  })
}

async function finishDue(house: House, claim: Claim): Promise<void> {
  try {
    const finish = await takeOver(house, claim, `sweep-${claim.betId}`)
    if (finish !== undefined) house.telemetry.repaired(claim.game, finish.kind)
  } catch (error) {
    house.log.error({ err: error, betId: claim.betId }, 'an unfinished play could not be finished')
  }
}
