import type { Queryable } from '@kismet/service-kit/database'
import type { GameName } from '../domain/game.ts'
import type { Place } from '../seed-seal.ts'

/** A published commitment with its sealed seed. */
export interface Commitment extends Place {
  readonly game: GameName
  /** Of the maths that a play of it is settled by. */
  readonly version: string
  readonly serverSeedHash: string
  readonly sealedSeed: Buffer
}

interface Row {
  player_id: string
  game: GameName
  nonce: number
  version: string
  server_seed_hash: string
  sealed_seed: Buffer
}

const columns = 'player_id, game, nonce, version, server_seed_hash, sealed_seed'

function commitmentOf(row: Row): Commitment {
  return {
    playerId: row.player_id,
    game: row.game,
    nonce: row.nonce,
    version: row.version,
    serverSeedHash: row.server_seed_hash,
    sealedSeed: row.sealed_seed,
  }
}

/** The published commitment that the player's next play of the game uses up, or undefined before the first. */
export async function findCurrentCommitment(
  db: Queryable,
  playerId: string,
  game: GameName,
): Promise<Commitment | undefined> {
  const { rows } = await db.query<Row>(
    `SELECT ${columns} FROM commitment WHERE player_id = $1 AND game = $2 ORDER BY nonce DESC LIMIT 1`,
    [playerId, game],
  )
  return rows[0] === undefined ? undefined : commitmentOf(rows[0])
}

/** Any commitment, to see whether the seal opens it. */
export async function findAnyCommitment(db: Queryable): Promise<Commitment | undefined> {
  const { rows } = await db.query<Row>(`SELECT ${columns} FROM commitment ORDER BY player_id, game, nonce LIMIT 1`)
  return rows[0] === undefined ? undefined : commitmentOf(rows[0])
}

/** Publishes a commitment. One that stands in its place already stays: then nothing happens. */
export async function insertCommitment(db: Queryable, commitment: Commitment, at: Date): Promise<void> {
  await db.query(
    `INSERT INTO commitment (${columns}, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (player_id, game, nonce) DO NOTHING`,
    [
      commitment.playerId,
      commitment.game,
      commitment.nonce,
      commitment.version,
      commitment.serverSeedHash,
      commitment.sealedSeed,
      at,
    ],
  )
}
