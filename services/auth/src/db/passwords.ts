import type { Audience } from '@kismet/contracts'
import type { Queryable } from '@kismet/service-kit/database'

/** The password of somebody as it was when it was read. */
export interface Password {
  readonly id: string
  readonly passwordHash: string
  readonly passwordVersion: number
}

const mayLogIn: Record<Audience, string> = { player: 'true', admin: 'disabled_at IS NULL' }

/** Holds a password as it is until the transaction ends. @returns false when it has changed, or its admin may no longer sign in */
export async function holdPassword(
  transaction: Queryable,
  audience: Audience,
  { id, passwordVersion }: Password,
): Promise<boolean> {
  const { rows } = await transaction.query(
    `SELECT 1 FROM ${audience} WHERE id = $1 AND password_version = $2 AND ${mayLogIn[audience]} FOR SHARE`,
    [id, passwordVersion],
  )
  return rows.length > 0
}

/** Keeps the same password under a newer hash, unless it was changed meanwhile. */
export async function refreshHash(
  db: Queryable,
  audience: Audience,
  { id, passwordVersion }: Password,
  passwordHash: string,
): Promise<void> {
  await db.query(`UPDATE ${audience} SET password_hash = $3 WHERE id = $1 AND password_version = $2`, [
    id,
    passwordVersion,
    passwordHash,
  ])
}
