import type { Language } from '@kismet/contracts'
import type { Queryable } from '@kismet/service-kit/database'
import type { Password } from './passwords.ts'
import { knowsDevice, valuesOf } from './sessions.ts'
import type { Origin } from './sessions.ts'

/** A player, or the newest sign-up of an e-mail that has none. */
export interface Account extends Password {
  readonly isVerified: boolean
  readonly language: Language
  /** Whether its owner has logged in at that device before. */
  readonly isKnown: boolean
}

export async function findAccount(db: Queryable, email: string, from: Origin): Promise<Account | undefined> {
  const { rows } = await db.query<Account>(
    `SELECT id, password_hash AS "passwordHash", password_version AS "passwordVersion", true AS "isVerified", language,
       ${knowsDevice('player')} AS "isKnown"
     FROM player WHERE email = $1
     UNION ALL
     (SELECT id, password_hash, 1, false, language, false FROM sign_up WHERE email = $1 ORDER BY created_at DESC, id DESC LIMIT 1)
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
