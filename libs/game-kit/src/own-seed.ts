import type { GameContext } from './game-context.ts'

const madeSeedBytes = 8

/**
 * The player's client seed is the same for all games, and one service owns it. The other services
 * ask for it and store the last answer, so that they work while the owner is down.
 * @param known what the table has, where the caller has read it
 * @throws Refusal when the seed was never known here
 */
export async function readOwnSeed(
  ctx: GameContext,
  playerId: string,
  requestId: string,
  known?: string,
): Promise<string> {
  const { db, bus, log, ownSeedOf } = ctx
  if (ownSeedOf === undefined) return known ?? keepOwnSeed(ctx, playerId)
  const stored = known ?? (await findOwnSeed(ctx, playerId))
  try {
    const ownSeed = await ownSeedOf(bus, playerId, requestId)
    if (ownSeed !== stored) await storeOwnSeed({ db }, playerId, ownSeed)
    return ownSeed
  } catch (error) {
    if (stored === undefined) throw error
    log.warn({ err: error, requestId }, "failed to read a player's client seed; using the last known seed")
    return stored
  }
}

type Own = Pick<GameContext, 'db'>

/** The player's own seed in the service that owns it. Until the player chooses one, it is made here. */
export async function keepOwnSeed(
  { db, randomness }: Own & Pick<GameContext, 'randomness'>,
  playerId: string,
): Promise<string> {
  const made = randomness.bytes(madeSeedBytes).toString('hex')
  const sql = 'INSERT INTO client_seed (player_id, client_seed) VALUES ($1, $2) ON CONFLICT DO NOTHING'
  await db.query(sql, [playerId, made])
  return (await findOwnSeed({ db }, playerId)) ?? made
}

async function findOwnSeed({ db }: Own, playerId: string): Promise<string | undefined> {
  const sql = 'SELECT client_seed AS seed FROM client_seed WHERE player_id = $1'
  return (await db.query<{ seed: string }>(sql, [playerId])).rows[0]?.seed
}

export async function storeOwnSeed({ db }: Own, playerId: string, seed: string): Promise<void> {
  const sql = `INSERT INTO client_seed (player_id, client_seed) VALUES ($1, $2)
    ON CONFLICT (player_id) DO UPDATE SET client_seed = excluded.client_seed`
  await db.query(sql, [playerId, seed])
}
