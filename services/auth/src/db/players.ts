import type { Queryable } from '@kismet/service-kit/database'

export interface PlayerRow {
  readonly id: string
  readonly email: string
  readonly passwordHash: string
  readonly passwordVersion: number
  readonly isVerified: boolean
}

interface Row {
  id: string
  email: string
  password_hash: string
  password_version: number
  verified_at: Date | null
}

export async function findPlayer(db: Queryable, email: string): Promise<PlayerRow | undefined> {
  const { rows } = await db.query<Row>(
    'SELECT id, email, password_hash, password_version, verified_at FROM player WHERE email = $1',
    [email],
  )
  const row = rows[0]
  if (row === undefined) return undefined
  return {
    id: row.id,
    email: row.email,
    passwordHash: row.password_hash,
    passwordVersion: row.password_version,
    isVerified: row.verified_at !== null,
  }
}

export interface SignUp {
  /** The id of the player if the e-mail is new. */
  readonly id: string
  readonly email: string
  readonly passwordHash: string
  readonly consent: { readonly termsVersion: string; readonly givenBy: 'box' | 'notice' }
  readonly ip: string | undefined
  readonly nowMs: number
}

/**
 * Adds a player, or replaces the password of one who is not verified, with the consent. One who is verified keeps everything: only the time of
 * the try is written, so that all three take one statement and one commit, and the same time.
 * @returns whether a code is to be mailed
 */
export async function signUpPlayer(
  db: Queryable,
  { id, email, passwordHash, consent, ip, nowMs }: SignUp,
): Promise<boolean> {
  const { rows } = await db.query<{ pending: boolean }>(
    `WITH signed_up AS (
       INSERT INTO player (id, email, password_hash, created_at, last_sign_up_at) VALUES ($1, $2, $3, $4, $4)
       ON CONFLICT ON CONSTRAINT player_email_once DO UPDATE SET
         password_hash = CASE WHEN player.verified_at IS NULL THEN excluded.password_hash ELSE player.password_hash END,
         password_version = player.password_version + CASE WHEN player.verified_at IS NULL THEN 1 ELSE 0 END,
         last_sign_up_at = excluded.last_sign_up_at
       RETURNING id, verified_at IS NULL AS pending
     ), consented AS (
       INSERT INTO consent (player_id, terms_version, given_by, at, ip)
       SELECT id, $5, $6, $4, $7 FROM signed_up WHERE pending
     )
     SELECT pending FROM signed_up`,
    [id, email, passwordHash, new Date(nowMs), consent.termsVersion, consent.givenBy, ip ?? null],
  )
  return rows[0]?.pending === true
}

/** Marks the e-mail as shown to be theirs. @returns undefined when nobody with that e-mail waits for it. */
export async function verifyPlayer(
  transaction: Queryable,
  email: string,
  nowMs: number,
): Promise<{ id: string } | undefined> {
  const { rows } = await transaction.query<{ id: string }>(
    'UPDATE player SET verified_at = $2 WHERE email = $1 AND verified_at IS NULL RETURNING id',
    [email, new Date(nowMs)],
  )
  return rows[0]
}

/** Sets a new password. Who could read the code has shown that the e-mail is theirs. @returns undefined when nobody has that e-mail. */
export async function setPlayerPassword(
  transaction: Queryable,
  email: string,
  passwordHash: string,
  nowMs: number,
): Promise<{ id: string } | undefined> {
  const { rows } = await transaction.query<{ id: string }>(
    `UPDATE player SET password_hash = $2, password_version = password_version + 1, verified_at = coalesce(verified_at, $3)
     WHERE email = $1 RETURNING id`,
    [email, passwordHash, new Date(nowMs)],
  )
  return rows[0]
}

/** Keeps the same password under a newer hash, unless it was changed meanwhile. */
export async function refreshPlayerHash(db: Queryable, player: PlayerRow, passwordHash: string): Promise<void> {
  await db.query('UPDATE player SET password_hash = $3 WHERE id = $1 AND password_version = $2', [
    player.id,
    player.passwordVersion,
    passwordHash,
  ])
}

/** Holds the player's password as it is until the transaction ends. @returns false when it has changed or the player is not verified. */
export async function holdPlayerPassword(
  transaction: Queryable,
  { id, passwordVersion }: { readonly id: string; readonly passwordVersion: number },
): Promise<boolean> {
  const { rows } = await transaction.query(
    'SELECT 1 FROM player WHERE id = $1 AND password_version = $2 AND verified_at IS NOT NULL FOR SHARE',
    [id, passwordVersion],
  )
  return rows.length > 0
}
