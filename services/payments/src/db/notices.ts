import type { NoticeKind } from '@kismet/contracts'
import { msOf } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'

/** A mail that a player is owed. */
export interface Notice {
  readonly id: string
  readonly playerId: string
  readonly kind: NoticeKind
  /** Four digits. */
  readonly lastDigits: string
}

/** One that is still owed. */
interface OwedNotice extends Notice {
  readonly createdAtMs: number
}

/** Stores a notice in the transaction of what it tells of. */
export async function insertNotice(
  db: Queryable,
  { id, playerId, kind, lastDigits }: Notice,
  nowMs: number,
): Promise<void> {
  await db.query(
    'INSERT INTO notice (id, player_id, kind, last_digits, created_at, due_at) VALUES ($1, $2, $3, $4, $5, $5)',
    [id, playerId, kind, lastDigits, new Date(nowMs)],
  )
}

export async function findNotice(db: Queryable, id: string): Promise<OwedNotice | undefined> {
  const { rows } = await db.query<OwedNotice>(
    `SELECT id, player_id AS "playerId", kind, last_digits AS "lastDigits", ${msOf('created_at')} AS "createdAtMs"
     FROM notice WHERE id = $1 AND due_at IS NOT NULL`,
    [id],
  )
  return rows[0]
}

/** Marks that a notice is owed no more: it is with the mail server, or of no use any more. @returns false when that was so already */
export async function markNoticed(db: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await db.query('UPDATE notice SET due_at = NULL WHERE id = $1 AND due_at IS NOT NULL', [id])
  return rowCount === 1
}

/** When the newest `most` notices of a player since `sinceMs` began, in ms since the epoch; undefined when there are fewer. */
export async function oldestOfNewest(
  db: Queryable,
  playerId: string,
  most: number,
  sinceMs: number,
): Promise<number | undefined> {
  const { rows } = await db.query<{ at: Date }>(
    'SELECT created_at AS at FROM notice WHERE player_id = $1 AND created_at > $2 ORDER BY created_at DESC LIMIT $3',
    [playerId, new Date(sinceMs), most],
  )
  return rows[most - 1]?.at.getTime()
}

/** Forgets notices that are owed no more, from before `beforeMs`, some at a time. @returns how many */
export async function forgetNotices(db: Queryable, beforeMs: number, limit: number): Promise<number> {
  const { rowCount } = await db.query(
    'DELETE FROM notice WHERE id IN (SELECT id FROM notice WHERE due_at IS NULL AND created_at < $1 ORDER BY created_at LIMIT $2)',
    [new Date(beforeMs), limit],
  )
  return rowCount ?? 0
}
