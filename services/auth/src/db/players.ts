import type { Language } from '@kismet/contracts'
import { msOf } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import type { Password } from './passwords.ts'
import { knowsDevice, valuesOf } from './sessions.ts'
import type { Origin } from './sessions.ts'

/** A player, or the newest sign-up of an e-mail that has none. */
export interface Account extends Password {
  readonly isVerified: boolean
  readonly language: Language
  /** By its player, for good. */
  readonly isClosed: boolean
  /** By an admin, until it is lifted. */
  readonly isSuspended: boolean
  /** Whether its owner has logged in at that device before. */
  readonly isKnown: boolean
}

export async function findAccount(db: Queryable, email: string, from: Origin): Promise<Account | undefined> {
  const { rows } = await db.query<Account>(
    `SELECT id, password_hash AS "passwordHash", password_version AS "passwordVersion", true AS "isVerified", language,
       EXISTS (SELECT 1 FROM player_closing WHERE player_id = player.id AND closed_at IS NOT NULL) AS "isClosed", suspended_at IS NOT NULL AS "isSuspended",
       ${knowsDevice('player')} AS "isKnown"
     FROM player WHERE email = $1
     UNION ALL
     (SELECT id, password_hash, 1, false, language, false, false, false FROM sign_up WHERE email = $1 ORDER BY created_at DESC, id DESC LIMIT 1)
     ORDER BY "isVerified" DESC LIMIT 1`,
    [email, ...valuesOf(from)],
  )
  return rows[0]
}

/** @returns false when there is no such player */
export async function setPlayerLanguage(db: Queryable, id: string, language: Language): Promise<boolean> {
  const { rowCount } = await db.query('UPDATE player SET language = $2 WHERE id = $1', [id, language])
  return rowCount === 1
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

/** Sets a new password in the place of the one that was checked. @returns false when it has changed meanwhile */
export async function changePlayerPassword(
  transaction: Queryable,
  { id, passwordVersion }: Password,
  passwordHash: string,
): Promise<boolean> {
  const { rowCount } = await transaction.query(
    'UPDATE player SET password_hash = $3, password_version = password_version + 1 WHERE id = $1 AND password_version = $2',
    [id, passwordVersion, passwordHash],
  )
  return rowCount === 1
}

/** Who a player is; undefined when there is none. */
export async function findProfile(
  db: Queryable,
  id: string,
): Promise<{ readonly email: string; readonly language: Language; readonly verifiedAtMs: number } | undefined> {
  const { rows } = await db.query<{ email: string; language: Language; verifiedAtMs: number }>(
    `SELECT email, language, ${msOf('verified_at')} AS "verifiedAtMs" FROM player WHERE id = $1`,
    [id],
  )
  return rows[0]
}

/** Where a player is mailed, and in which language. */
export async function findMailbox(
  db: Queryable,
  id: string,
): Promise<{ readonly email: string; readonly language: Language } | undefined> {
  const { rows } = await db.query<{ email: string; language: Language }>(
    'SELECT email, language FROM player WHERE id = $1',
    [id],
  )
  return rows[0]
}

/** E-mails of those of some players who have an account. */
export async function findEmails(
  db: Queryable,
  ids: readonly string[],
): Promise<{ readonly _id: string; readonly email: string }[]> {
  const { rows } = await db.query<{ _id: string; email: string }>(
    'SELECT id AS "_id", email FROM player WHERE id = ANY($1::uuid[])',
    [ids],
  )
  return rows
}
