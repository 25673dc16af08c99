import type { Booked } from '@kismet/contracts'
import { findLasting } from './db/lasting.ts'
import type { LastingGame } from './game.ts'
import type { House } from './house.ts'
import { isHeld } from './plays.ts'
import type { Claim, Finish } from './plays.ts'

/** Opens a play that lasts, whose stake the wallet has taken. It is told once that is written: from there on it waits for its player, and for as long as it may be idle. */
export async function openPlay(house: House, game: LastingGame, claim: Claim, booked: Booked): Promise<Finish> {
  const { betId, playerId } = claim
  const { balancePaise, balanceSeq } = booked
  const openedAtMs = house.clock.now()
  const opened = { betId, playerId, game: game.name, openedAtMs, balancePaise, balanceSeq }
  const play = { ...opened, steps: [], moves: 0, ending: null }
  const seat = { idleAtMs: openedAtMs + game.idleMs }
  try {
    if (await house.journal.move({ play, atMs: openedAtMs, seat })) {
      const opened = { ...play, movedAtMs: openedAtMs, claim }
      house.openPlays.set(opened)
      return { kind: 'open', play: opened }
    }
    // Somebody else has opened it, or this very move was not heard of.
    const found = await findLasting(house.db, betId)
    return found !== undefined && isHeld(found) && found.ending === null
      ? { kind: 'open', play: found }
      : { kind: 'unknown' }
  } catch (error) {
    house.log.warn({ err: error, betId }, 'failed to write a game in progress; the sweep retries')
    return { kind: 'unknown' }
  }
}
