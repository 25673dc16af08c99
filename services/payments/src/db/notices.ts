import type { OwnerNotice, PlayerNotice } from '@kismet/contracts'
import { msOf } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import type { Kit } from '@kismet/service-kit/define-service'
import { nextTry } from './requests.ts'

export interface Notice {
  readonly id: string
  readonly body: PlayerNotice | OwnerNotice
  readonly createdAtMs: number
}

/** Writes a mail in the transaction of its cause. */
export async function insertNotice(db: Queryable, { id, body, createdAtMs }: Notice): Promise<void> {
  const sql = 'INSERT INTO notice (id, body, created_at, due_at) VALUES ($1, $2, $3, $3)'
  await db.query(sql, [id, body, new Date(createdAtMs)])
}

/** Writes a mail to the owners in the transaction of its cause. */
export async function tellOwners(
  transaction: Queryable,
  { clock, randomness }: Pick<Kit, 'clock' | 'randomness'>,
  notice: OwnerNotice,
): Promise<void> {
  const createdAtMs = clock.now()
  await insertNotice(transaction, { id: randomness.id(createdAtMs), createdAtMs, body: notice })
}

/** Takes mails that are due, and sets their next try, as `takeDueRequests` does. */
export async function takeDueNotices(db: Queryable, nowMs: number, limit: number): Promise<Notice[]> {
  const { rows } = await db.query<Notice>(
    `UPDATE notice SET due_at = ${nextTry('created_at')}
     WHERE id IN (SELECT id FROM notice WHERE due_at <= $1 ORDER BY due_at LIMIT $2 FOR UPDATE SKIP LOCKED)
     RETURNING id, body, ${msOf('created_at')} AS "createdAtMs"`,
    [new Date(nowMs), limit],
  )
  return rows
}

/** Deletes a mail that was taken, or given up. */
export async function deleteNotice(db: Queryable, id: string): Promise<void> {
  await db.query('DELETE FROM notice WHERE id = $1', [id])
}
