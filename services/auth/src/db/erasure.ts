import type { Queryable } from '@kismet/service-kit/database'

/** Players whose account was closed at `closedUntilMs` or before and whose data is not removed yet. */
export async function listToErase(db: Queryable, closedUntilMs: number, limit: number): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    'SELECT id FROM player WHERE closed_at <= $1 AND erased_at IS NULL ORDER BY closed_at LIMIT $2',
    [new Date(closedUntilMs), limit],
  )
  return rows.map(({ id }) => id)
}

/** Removes e-mail, password, addresses, notes and notified browsers of players. The ids stay. @returns how many players */
export async function eraseProfile(transaction: Queryable, ids: readonly string[], nowMs: number): Promise<number> {
  const { rowCount } = await transaction.query(
    `UPDATE player SET email = 'erased-' || id, password_hash = '$argon2id$erased', password_version = password_version + 1, erased_at = $2
     WHERE id = ANY ($1::uuid[]) AND erased_at IS NULL`,
    [ids, new Date(nowMs)],
  )
  await transaction.query('UPDATE consent SET ip = NULL WHERE player_id = ANY ($1::uuid[])', [ids])
  await transaction.query(`UPDATE player_note SET text = 'erased' WHERE player_id = ANY ($1::uuid[])`, [ids])
  await transaction.query('DELETE FROM push_browser WHERE player_id = ANY ($1::uuid[])', [ids])
  return rowCount ?? 0
}
