import type { Queryable } from '@kismet/service-kit/database'
import { knowsNetwork, valuesOf } from './sessions.ts'
import type { Origin } from './sessions.ts'

/** A player, or the newest sign-up of an e-mail that has none. */
export interface Account {
  readonly id: string
  readonly email: string
  readonly passwordHash: string
  readonly passwordVersion: number
  readonly isVerified: boolean
  /** Whether its owner has logged in from there before. */
  readonly isKnown: boolean
}

interface Row {
  id: string
  email: string
  password_hash: string
  password_version: number
  is_verified: boolean
  is_known: boolean
}

export async function findAccount(db: Queryable, email: string, from: Origin): Promise<Account | undefined> {
  const { rows } = await db.query<Row>(
    `SELECT id, email, password_hash, password_version, true AS is_verified, ${knowsNetwork('player')} AS is_known
     FROM player WHERE email = $1
     UNION ALL
     (SELECT id, email, password_hash, 1, false, false FROM sign_up WHERE email = $1 ORDER BY created_at DESC, id DESC LIMIT 1)
     ORDER BY is_verified DESC LIMIT 1`,
    [email, ...valuesOf(from)],
  )
  const row = rows[0]
  if (row === undefined) return undefined
  return {
    id: row.id,
    email: row.email,
    passwordHash: row.password_hash,
    passwordVersion: row.password_version,
    isVerified: row.is_verified,
    isKnown: row.is_known,
  }
}

/** Sets a new password. @returns the id, undefined when no player has that e-mail */
export async function setPlayerPassword(
  transaction: Queryable,
  email: string,
  passwordHash: string,
): Promise<string | undefined> {
  const { rows } = await transaction.query<{ id: string }>(
    'UPDATE player SET password_hash = $2, password_version = password_version + 1 WHERE email = $1 RETURNING id',
    [email, passwordHash],
  )
  return rows[0]?.id
}

/** Keeps the same password under a newer hash, unless it was changed meanwhile. */
export async function refreshPlayerHash(db: Queryable, player: Account, passwordHash: string): Promise<void> {
  await db.query('UPDATE player SET password_hash = $3 WHERE id = $1 AND password_version = $2', [
    player.id,
    player.passwordVersion,
    passwordHash,
  ])
}

/** Holds the player's password as it is until the transaction ends. @returns false when it has changed. */
export async function holdPlayerPassword(
  transaction: Queryable,
  { id, passwordVersion }: { readonly id: string; readonly passwordVersion: number },
): Promise<boolean> {
  const { rows } = await transaction.query('SELECT 1 FROM player WHERE id = $1 AND password_version = $2 FOR SHARE', [
    id,
    passwordVersion,
  ])
  return rows.length > 0
}
