import type { Audience } from '@kismet/contracts'
import type { Queryable } from '@kismet/service-kit/database'

/** The password of a player or an admin when it was read. */
export interface Password {
  readonly id: string
  readonly username?: string
  readonly passwordHash: string
  readonly passwordVersion: number
}

/** Locks a player who may log in. @returns false when the password has changed, or the player is suspended or closed */
export async function holdPassword(transaction: Queryable, { id, passwordVersion }: Password): Promise<boolean> {
  const { rows } = await transaction.query(
    `SELECT 1 FROM player WHERE id = $1 AND password_version = $2 AND state = 'active' FOR SHARE`,
    [id, passwordVersion],
  )
  return rows.length > 0
}

/** Stores a newer hash of the same password, unless the password has changed. */
export async function refreshHash(
  db: Queryable,
  audience: Audience,
  { id, passwordVersion }: Password,
  passwordHash: string,
): Promise<void> {
  const sql = `UPDATE ${audience} SET password_hash = $3 WHERE id = $1 AND password_version = $2`
  await db.query(sql, [id, passwordVersion, passwordHash])
}
