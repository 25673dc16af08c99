import { findOwnSeed, keepOwnSeed, storeOwnSeed } from './db/seats.ts'
import type { House } from './house.ts'

const madeSeedBytes = 8

/**
 * The player's own seed is one for all games, and one service keeps it: there it is made when it is first asked for. Another one asks for it wherever it shows it or plays
 * with it, and keeps what it heard: when the keeper is not there, one game does not stop for the other. @throws Refusal when it was never heard
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
