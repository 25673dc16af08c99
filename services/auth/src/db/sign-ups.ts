import type { Language } from '@kismet/contracts'
import type { Queryable } from '@kismet/service-kit/database'

export interface NewSignUp {
  readonly id: string
  readonly email: string
  readonly passwordHash: string
  readonly consent: { readonly termsVersion: string; readonly givenBy: 'box' | 'notice' }
  readonly createdAtMs: number
  readonly ip: string | undefined
  readonly language: Language
}

/** Stores a sign-up that waits for its code. @returns false when a player has the e-mail address */
export async function addSignUp(transaction: Queryable, signUp: NewSignUp): Promise<boolean> {
  const { id, email, passwordHash, consent, createdAtMs, ip, language } = signUp
  const { rows } = await transaction.query<{ isNew: boolean }>(
    `INSERT INTO sign_up (id, email, password_hash, terms_version, given_by, created_at, ip, language)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
     RETURNING NOT EXISTS (SELECT 1 FROM player WHERE player.email = sign_up.email) AS "isNew"`,
    [id, email, passwordHash, consent.termsVersion, consent.givenBy, new Date(createdAtMs), ip ?? null, language],
  )
  return rows[0]?.isNew === true
}

/** An open sign-up by id, or without an id the newest of the e-mail address. */
export async function findSignUp(
  db: Queryable,
  email: string,
  id: string | undefined,
): Promise<Pick<NewSignUp, 'id' | 'language'> | undefined> {
  const { rows } = await db.query<Pick<NewSignUp, 'id' | 'language'>>(
    `SELECT id, language FROM sign_up
     WHERE email = $1 AND ($2::uuid IS NULL OR id = $2) AND NOT EXISTS (SELECT 1 FROM player WHERE player.email = $1)
     ORDER BY created_at DESC, id DESC LIMIT 1`,
    [email, id ?? null],
  )
  return rows[0]
}

/**
 * Makes a player of a sign-up, with its password (or another) and its consent. The other sign-ups of the e-mail end.
 * @returns the id of the player, undefined when it no longer waits or another one was quicker
 */
export async function verifySignUp(
  transaction: Queryable,
  { id, email, nowMs, passwordHash }: { id: string; email: string; nowMs: number; passwordHash?: string },
): Promise<string | undefined> {
  const { rows } = await transaction.query<{ player_id: string }>(
    `WITH ended AS (DELETE FROM sign_up WHERE email = $2 RETURNING *),
     verified AS (
       INSERT INTO player (id, email, password_hash, verified_at, language)
       SELECT id, email, coalesce($4, password_hash), $3::timestamptz, language FROM ended WHERE id = $1
       ON CONFLICT ON CONSTRAINT player_email_once DO NOTHING RETURNING id
     )
     INSERT INTO consent (player_id, terms_version, given_by, at, ip)
     SELECT id, terms_version, given_by, created_at, ip FROM ended WHERE id IN (SELECT id FROM verified) RETURNING player_id`,
    [id, email, new Date(nowMs), passwordHash ?? null],
  )
  return rows[0]?.player_id
}
