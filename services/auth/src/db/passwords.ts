import type { Queryable } from '@kismet/service-kit/database'

/** The password of somebody as it was when it was read. */
export interface Password {
  readonly id: string
  readonly passwordHash: string
  readonly passwordVersion: number
}

/** Holds the password of a player who may log in as it is until the transaction ends. @returns false when it has changed, or the player was suspended */
export async function holdPassword(transaction: Queryable, { id, passwordVersion }: Password): Promise<boolean> {
  const { rows } = await transaction.query(
    'SELECT 1 FROM player WHERE id = $1 AND password_version = $2 AND suspended_at IS NULL FOR SHARE',
    [id, passwordVersion],
  )
  return rows.length > 0
}

/** Keeps the same password of a player under a newer hash, unless it was changed meanwhile. */
export async function refreshHash(
  db: Queryable,
  { id, passwordVersion }: Password,
  passwordHash: string,
): Promise<void> {
  await db.query('UPDATE player SET password_hash = $3 WHERE id = $1 AND password_version = $2', [
    id,
    passwordVersion,
    passwordHash,
  ])
}
