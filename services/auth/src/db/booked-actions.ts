import { msOf } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'

/** An action as it was booked first. */
export interface BookedAction {
  readonly key: string
  /** What was booked, by whomever. */
  readonly inputHash: string
  readonly adminName: string
  readonly atMs: number
}

/** Keeps an action unless its key is known; whoever books the same key meanwhile waits. @returns whether it is new */
export async function insertBookedAction(transaction: Queryable, booked: BookedAction): Promise<boolean> {
  const { rowCount } = await transaction.query(
    `INSERT INTO booked_action (key, input_hash, admin_name, at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
    [booked.key, booked.inputHash, booked.adminName, new Date(booked.atMs)],
  )
  return rowCount === 1
}

export async function findBookedAction(db: Queryable, key: string): Promise<BookedAction | undefined> {
  const { rows } = await db.query<BookedAction>(
    `SELECT key, input_hash AS "inputHash", admin_name AS "adminName", ${msOf('at')} AS "atMs"
     FROM booked_action WHERE key = $1`,
    [key],
  )
  return rows[0]
}
