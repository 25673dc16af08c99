import type { Queryable } from '@kismet/service-kit/database'

/** Stores that the wallet of a player is closed for good. A repeated call has no effect. */
export async function beginClosing(
  db: Queryable,
  playerId: string,
  { startedAtMs, ip, requestId }: { startedAtMs: number; ip: string | undefined; requestId: string },
): Promise<void> {
  await db.query(
    'INSERT INTO player_closing (player_id, started_at, ip, request_id) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
    [playerId, new Date(startedAtMs), ip ?? null, requestId],
  )
}

/** Closes an account. The new password version refuses a login in progress. @returns false when the account is closed */
export async function endClosing(transaction: Queryable, playerId: string, nowMs: number): Promise<boolean> {
  const { rowCount } = await transaction.query(
    'UPDATE player SET password_version = password_version + 1 WHERE id = $1',
    [playerId],
  )
  const closed = await transaction.query(
    'UPDATE player_closing SET closed_at = $2 WHERE player_id = $1 AND closed_at IS NULL',
    [playerId, new Date(nowMs)],
  )
  return rowCount === 1 && closed.rowCount === 1
}

/** Accounts whose wallet is closed and that still wait for a decision. */
export async function listOpenClosings(
  db: Queryable,
): Promise<readonly { readonly playerId: string; readonly requestId: string }[]> {
  const sql = `SELECT player_id AS "playerId", request_id AS "requestId" FROM player_closing WHERE closed_at IS NULL ORDER BY started_at`
  return (await db.query<{ playerId: string; requestId: string }>(sql)).rows
}
