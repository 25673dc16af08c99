import type { Commitment as Published, GameName } from '@kismet/contracts'
import { newServerSeed, serverSeedHash } from '@kismet/fairness'
import { Refusal } from '@kismet/service-kit/refusal'
import type { z } from 'zod'
import { findOwnSeed, findSeat, openSeat } from './db/seats.ts'
import { recorded } from './ended.ts'
import type { Game } from './game.ts'
import { gameOf } from './house.ts'
import type { House } from './house.ts'
import { keptOwnSeed, rememberOwnSeed } from './own-seed.ts'
import type { Claim, Commitment } from './plays.ts'
import type { Seat } from './seed-seal.ts'

/**
 * Draws a server seed for a player's game and encrypts it. The seed is unknown until the commitment
 * is written.
 */
export function makeCommitment(
  { randomness, seal }: Pick<House, 'randomness' | 'seal'>,
  playerId: string,
  { name, version }: Game,
): Commitment {
  const seed = newServerSeed((length) => randomness.bytes(length))
  const place = { playerId, game: name, serverSeedHash: serverSeedHash(seed) }
  return { ...place, version, sealedSeed: seal.seal(seed, place, randomness) }
}

/**
 * Publishes the first commitment of a player's game, and creates the player's client seed if it is
 * missing. Concurrent calls get the same commitment.
 */
export async function openFirstSeat(house: House, playerId: string, game: Game, requestId: string): Promise<void> {
  await (house.ownSeedOf === undefined ? keptOwnSeed(house, playerId) : rememberOwnSeed(house, playerId, requestId))
  const commitment = makeCommitment(house, playerId, game)
  await openSeat(house.db, commitment, house.seal.turnMark(commitment, 0))
}

/**
 * Whether the commitment of a seat is valid for its turn. Bets on an invalid commitment are
 * refused, and an operator must look.
 */
export function isOwn({ seal, log, telemetry, telling }: House, seat: Seat): boolean {
  try {
    seal.requireTurn(seat)
    return true
  } catch (error) {
    const { playerId, game } = seat
    telemetry.notOwn(game)
    if (telling.isTimeFor(`${game}:${playerId}`))
      log.error({ err: error, playerId, game }, 'invalid commitment; the bet is refused')
    return false
  }
}

/** The answer for a bet that needs manual intervention. */
export class LeftToPerson extends Refusal {
  constructor() {
    super('unavailable')
  }
}

/** Says, now and then, which play is left as it is, for a person: others of its commitment would begin with what it has shown. */
export function leftToPerson({ log, telling }: House, { betId, playerId, game }: Claim, why: string): LeftToPerson {
  if (telling.isTimeFor(betId))
    log.error({ betId, playerId, game }, `a bet on an invalid commitment needs manual intervention: ${why}`)
  return new LeftToPerson()
}

/** The published commitment of a player's next play. It is made when it is first asked for, and stays until a play uses it up. */
export async function publishedCommitment(
  house: House,
  { player, meta }: { readonly player: { readonly id: string }; readonly meta: { readonly requestId: string } },
  game: GameName,
): Promise<z.output<typeof Published>> {
  const playerId = player.id
  await recorded(house, playerId)
  await rememberOwnSeed(house, playerId, meta.requestId)
  const clientSeed = await findOwnSeed(house.db, playerId)
  const seat = await findSeat(house.db, playerId, game)
  if (seat === undefined || clientSeed === undefined) {
    await openFirstSeat(house, playerId, gameOf(house, game), meta.requestId)
    return publishedCommitment(house, { player, meta }, game)
  }
  const { version, nonce } = seat
  return { game, version, serverSeedHash: seat.serverSeedHash, nonce, clientSeed }
}
