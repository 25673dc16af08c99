import type { Queryable } from '@kismet/service-kit/database'

/** What counts against a quota of a player. */
export type AttemptKind = 'account_change' | 'unopened_proof' | 'withdraw_password'

export interface Attempt {
  readonly id: string
  readonly playerId: string
  readonly kind: AttemptKind
  readonly atMs: number
}

export async function insertAttempt(db: Queryable, { id, playerId, kind, atMs }: Attempt): Promise<void> {
  const sql = 'INSERT INTO attempt (id, player_id, kind, at) VALUES ($1, $2, $3, $4)'
  await db.query(sql, [id, playerId, kind, new Date(atMs)])
}

/**
 * Counts an attempt, unless the quota is used up. The caller has a lock for the player and the kind.
 * @returns 0, or the time in ms until the quota has room
 */
export async function countAttempt(
  transaction: Queryable,
  attempt: Attempt,
  { most, withinMs }: { readonly most: number; readonly withinMs: number },
): Promise<number> {
  const { playerId, kind, atMs } = attempt
  const { rows } = await transaction.query<{ at: Date }>(
    'SELECT at FROM attempt WHERE player_id = $1 AND kind = $2 AND at > $3 ORDER BY at DESC OFFSET $4 LIMIT 1',
    [playerId, kind, new Date(atMs - withinMs), most - 1],
  )
  if (rows[0] !== undefined) return Math.max(1, rows[0].at.getTime() + withinMs - atMs)
  await insertAttempt(transaction, attempt)
  return 0
}

export async function forgetAttempt(db: Queryable, id: string): Promise<void> {
  await db.query('DELETE FROM attempt WHERE id = $1', [id])
}

export async function forgetAttempts(db: Queryable, beforeMs: number): Promise<void> {
  await db.query('DELETE FROM attempt WHERE at <= $1', [new Date(beforeMs)])
}
