import type { Queryable } from '@kismet/service-kit/database'

/** Whether a player is kept from play, held until the transaction ends. */
export interface Standing {
  readonly isSuspended: boolean
  readonly isClosed: boolean
}

/** Holds a player, so that logins, closings and other suspensions wait; undefined when there is none with that id. */
export async function holdPlayer(transaction: Queryable, id: string): Promise<Standing | undefined> {
  const { rows } = await transaction.query<Pick<Standing, 'isSuspended'>>(
    'SELECT suspended_at IS NOT NULL AS "isSuspended" FROM player WHERE id = $1 FOR UPDATE',
    [id],
  )
  if (rows[0] === undefined) return undefined
  // As it is now that nobody else holds the player.
  const closed = await transaction.query(
    'SELECT 1 FROM player_closing WHERE player_id = $1 AND closed_at IS NOT NULL',
    [id],
  )
  return { ...rows[0], isClosed: closed.rows.length > 0 }
}

/** @param atMs null lifts the suspension; `version` is the note that says why */
export async function setSuspended(
  transaction: Queryable,
  id: string,
  { atMs, version }: { readonly atMs: number | null; readonly version: number },
): Promise<void> {
  await transaction.query('UPDATE player SET suspended_at = $2, suspension_version = $3 WHERE id = $1', [
    id,
    atMs === null ? null : new Date(atMs),
    version,
  ])
}

/** A suspension, or its end, that the wallet may not know. */
export interface Untold {
  readonly playerId: string
  readonly isSuspended: boolean
  readonly version: number
}

/** Suspensions that the wallet may not know: of one player, or of a page of players by id. */
export async function listUntold(
  db: Queryable,
  { playerId, afterId, limit }: { readonly playerId?: string; readonly afterId?: string; readonly limit: number },
): Promise<Untold[]> {
  const { rows } = await db.query<Untold>(
    `SELECT id AS "playerId", suspended_at IS NOT NULL AS "isSuspended", suspension_version AS version FROM player
     WHERE suspension_version <> wallet_version AND ($2::uuid IS NULL OR id = $2) AND ($3::uuid IS NULL OR id > $3)
     ORDER BY id LIMIT $1`,
    [limit, playerId ?? null, afterId ?? null],
  )
  return rows
}

/** The wallet knows this change; of a later one nothing is said. */
export async function markTold(db: Queryable, { playerId, version }: Untold): Promise<void> {
  await db.query('UPDATE player SET wallet_version = $2 WHERE id = $1 AND wallet_version < $2', [playerId, version])
}
