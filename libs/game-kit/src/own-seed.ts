import { findOwnSeed, keepOwnSeed, storeOwnSeed } from './db/seats.ts'
import type { House } from './house.ts'

const madeSeedBytes = 8

/**
 * The player's client seed is the same for all games, and one service owns it. The other services
 * ask for it and keep the last answer, so that they work while the owner is down.
 * @throws Refusal when the seed was never known here
 */
export async function rememberOwnSeed(house: House, playerId: string, requestId: string): Promise<void> {
  const { db, bus, log, ownSeedOf } = house
  if (ownSeedOf === undefined) return
  const known = await findOwnSeed(db, playerId)
  try {
    const ownSeed = await ownSeedOf(bus, playerId, requestId)
    if (ownSeed !== known) await storeOwnSeed(db, playerId, ownSeed)
  } catch (error) {
    if (known === undefined) throw error
    log.warn({ err: error, requestId }, "failed to read a player's client seed; using the last known seed")
  }
}

/** The player's own seed where it is kept: until they choose one, one that is made here. */
export async function keptOwnSeed(
  { db, randomness }: Pick<House, 'db' | 'randomness'>,
  playerId: string,
): Promise<string> {
  return keepOwnSeed(db, playerId, randomness.bytes(madeSeedBytes).toString('hex'))
}
