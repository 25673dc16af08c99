import { Refusal } from '@kismet/service-kit/refusal'
import { beginPlay, notConfirmed } from './begin.ts'
import type { Bet, PlayCall } from './begin.ts'
import { claimOf, findSeat } from './db/seats.ts'
import { takeOver } from './finish.ts'
import type { InstantGame } from './game.ts'
import type { House } from './house.ts'
import type { Claim, SettledPlay } from './plays.ts'

/**
 * Plays an instant bet when the player's lock for the game is free: takes the commitment, computes,
 * and books at the wallet. A bet happens exactly once, after any failure.
 * @throws Refusal `maintenance`, `idempotency_conflict`, `game_active`, `commitment_changed`,
 * `max_win_exceeded`, `unavailable`, and the refusals of the wallet
 */
export async function playInstant<Params extends object>(
  house: House,
  game: InstantGame<Params>,
  call: PlayCall,
  bet: Bet<Params>,
): Promise<SettledPlay> {
  const play = await beginPlay(house, game, call, bet)
  if ('serverSeed' in play) return play
  throw new Error(`The bet ${play.betId} of ${game.name} is in progress`)
}

/** The player's play of an instant game that is under way. */
export async function unfinishedPlay(
  { db }: House,
  { name, params }: Pick<InstantGame, 'name' | 'params'>,
  playerId: string,
): Promise<Claim | undefined> {
  const seat = await findSeat(db, playerId, name)
  const claim = seat && claimOf(seat)
  return claim !== undefined && params.safeParse(claim.params).success ? claim : undefined
}

/**
 * Finishes a play whose sender may be gone. @returns false when somebody else is at it
 * @throws Refusal `unavailable` when the wallet was not heard
 */
export async function finishUnfinished(house: House, claim: Claim, requestId: string): Promise<boolean> {
  const finish = await takeOver(house, claim, requestId)
  if (finish?.kind === 'unknown') throw new Refusal('unavailable', notConfirmed)
  return finish !== undefined
}
