import type { Queryable } from '@kismet/service-kit/database'
import type { GameName } from '../domain/game.ts'
import type { Commitment } from './commitments.ts'

/** What a request to play finds, read at one moment. */
export interface Standing {
  /** The play that its key has booked or may book. */
  readonly knownBetId: string | undefined
  /** The play that is using the current commitment up. */
  readonly runningBetId: string | undefined
  /** Absent before the player's first use of the game. */
  readonly commitment: Commitment | undefined
}

interface Row {
  known_bet_id: string | null
  running_bet_id: string | null
  nonce: number | null
  version: string
  server_seed_hash: string
  sealed_seed: Buffer
}

const readStanding = `
  SELECT known.bet_id AS known_bet_id, running.bet_id AS running_bet_id,
    current.nonce, current.version, current.server_seed_hash, current.sealed_seed
  FROM (SELECT $1::uuid AS player_id, $2::text AS game) AS request
  LEFT JOIN play AS known
    ON known.player_id = request.player_id AND known.game = request.game AND known.idempotency_key = $3 AND known.state <> 'refused'
  LEFT JOIN LATERAL (
    SELECT * FROM commitment WHERE commitment.player_id = $1 AND commitment.game = $2 ORDER BY nonce DESC LIMIT 1
  ) AS current ON true
  LEFT JOIN play AS running
    ON running.player_id = request.player_id AND running.game = request.game AND running.nonce = current.nonce AND running.state <> 'refused'`

export async function findStanding(db: Queryable, playerId: string, game: GameName, key: string): Promise<Standing> {
  const { rows } = await db.query<Row>(readStanding, [playerId, game, key])
  const [row] = rows
  if (row === undefined) throw new Error('A query that always has a row had none')
  return {
    knownBetId: row.known_bet_id ?? undefined,
    runningBetId: row.running_bet_id ?? undefined,
    commitment: row.nonce === null ? undefined : commitmentOf(row, row.nonce, playerId, game),
  }
}

function commitmentOf(row: Row, nonce: number, playerId: string, game: GameName): Commitment {
  const { version, server_seed_hash: serverSeedHash, sealed_seed: sealedSeed } = row
  return { playerId, game, nonce, version, serverSeedHash, sealedSeed }
}
