import { startLoop } from '@kismet/service-kit/loop'
import type { Loop } from '@kismet/service-kit/loop'
import { LeftToPerson } from './commitments.ts'
import { findClaim, findDue, putOff, waitUntil } from './db/seats.ts'
import type { ClaimKey } from './db/seats.ts'
import { takeOver } from './finish.ts'
import { isLasting } from './game.ts'
import { gameOfPlay } from './house.ts'
import type { House } from './house.ts'
import { endIdle } from './lasting.ts'
import type { OpenPlay } from './plays.ts'

const sweepEveryMs = 1_000
/** Plays that one run works on, side by side. */
const maxAtOnce = 50

/**
 * Finishes bets whose sender died or had no answer from the wallet, and ends idle games. Runs on
 * the leader.
 */
export function startSweep(house: House): Loop {
  return startLoop('sweep', sweepEveryMs, house.log, async () => {
    const nowMs = house.clock.now()
    const due = await findDue(house.db, house.known, nowMs, maxAtOnce)
    // A play that is not put off either, because the database does not answer, is due in the next run.
    await Promise.allSettled(due.map((key) => finishOrPutOff(house, key, nowMs)))
  })
}

/** What is left as it is would else be the first that is due for ever. */
async function finishOrPutOff(house: House, key: ClaimKey, nowMs: number): Promise<void> {
  const { betId, game } = key
  try {
    const claim = await findClaim(house.db, key)
    const finish = claim && (await takeOver(house, claim, `sweep-${betId}`))
    if (finish?.kind === 'open') await endOrWait(house, finish.play, nowMs)
    if (finish === undefined) await putOff(house.db, key, nowMs)
    else house.telemetry.repaired(game, finish.kind)
  } catch (error) {
    // Which says so by itself, now and then.
    if (!(error instanceof LeftToPerson))
      house.log.error({ err: error, betId }, 'failed to finish a bet; the sweep retries')
    await putOff(house.db, key, house.clock.now())
  }
}

/** A game in progress is due when its opening had no answer, or when it has been idle. */
async function endOrWait(house: House, play: OpenPlay, nowMs: number): Promise<void> {
  const game = gameOfPlay(house, play.claim)
  if (!isLasting(game) || (await endIdle(house, game, play, `idle-${play.betId}`))) return
  await waitUntil(house.db, play.claim, nowMs, play.movedAtMs + game.idleMs)
}
