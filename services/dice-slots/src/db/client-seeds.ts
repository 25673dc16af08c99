import type { Queryable } from '@kismet/service-kit/database'

interface Row {
  client_seed: string
}

/** The player's own seed, or undefined before the first use. */
export async function findClientSeed(db: Queryable, playerId: string): Promise<string | undefined> {
  const { rows } = await db.query<Row>('SELECT client_seed FROM client_seed WHERE player_id = $1', [playerId])
  return rows[0]?.client_seed
}

/** The player's own seed; `made` becomes it when there is none. */
export async function provideClientSeed(db: Queryable, playerId: string, made: string, at: Date): Promise<string> {
  const { rows } = await db.query<Row>(
    `INSERT INTO client_seed (player_id, client_seed, updated_at) VALUES ($1, $2, $3)
     ON CONFLICT (player_id) DO UPDATE SET updated_at = client_seed.updated_at RETURNING client_seed`,
    [playerId, made, at],
  )
  const [row] = rows
  if (row === undefined) throw new Error('An upsert gave no row')
  return row.client_seed
}

export async function storeClientSeed(db: Queryable, playerId: string, clientSeed: string, at: Date): Promise<void> {
  await db.query(
    `INSERT INTO client_seed (player_id, client_seed, updated_at) VALUES ($1, $2, $3)
     ON CONFLICT (player_id) DO UPDATE SET client_seed = excluded.client_seed, updated_at = excluded.updated_at`,
    [playerId, clientSeed, at],
  )
}
