import { limits } from '@kismet/contracts'
import { takeTurn } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'

const { most, withinMs } = limits.withdrawal.passwordTries

/** Notes a try of a player before it is looked at, unless as many as may be are noted. @returns 0, or how long to wait until there is room, in ms */
export async function noteTry(transaction: Queryable, id: string, playerId: string, nowMs: number): Promise<number> {
  await takeTurn(transaction, `password ${playerId}`)
  const { rows } = await transaction.query<{ at: Date }>(
    'SELECT at FROM password_try WHERE player_id = $1 AND at > $2 ORDER BY at DESC LIMIT $3',
    [playerId, new Date(nowMs - withinMs), most],
  )
  const oldest = rows[most - 1]
  if (oldest !== undefined) return Math.max(1, oldest.at.getTime() + withinMs - nowMs)
  await transaction.query('INSERT INTO password_try (id, player_id, at) VALUES ($1, $2, $3)', [
    id,
    playerId,
    new Date(nowMs),
  ])
  return 0
}

/** A try that was right does not count. */
export async function forgetTry(db: Queryable, id: string): Promise<void> {
  await db.query('DELETE FROM password_try WHERE id = $1', [id])
}

/** Forgets tries that do not count any more, some at a time. @returns how many */
export async function forgetOldTries(db: Queryable, nowMs: number, limit: number): Promise<number> {
  const { rowCount } = await db.query(
    'DELETE FROM password_try WHERE id IN (SELECT id FROM password_try WHERE at <= $1 ORDER BY at LIMIT $2)',
    [new Date(nowMs - withinMs), limit],
  )
  return rowCount ?? 0
}
