import { limits } from '@kismet/contracts'
import type { Language } from '@kismet/contracts'
import { msOf } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import { holdEmail } from './code-mails.ts'
import type { WaitingSignUp } from '../domain/sign-up-place.ts'

export interface NewSignUp extends WaitingSignUp {
  readonly email: string
  readonly passwordHash: string
  readonly consent: { readonly termsVersion: string; readonly givenBy: 'box' | 'notice' }
  readonly createdAtMs: number
  readonly ip: string | undefined
  readonly language: Language
}

/** A sign-up whose e-mail nobody has verified. */
export interface OpenSignUp extends Pick<WaitingSignUp, 'id' | 'network'> {
  readonly language: Language
}

/** The sign-ups of an e-mail that wait, oldest first. Until the transaction ends nobody else adds one. */
export async function holdSignUpsOf(transaction: Queryable, email: string): Promise<WaitingSignUp[]> {
  await holdEmail(transaction, email)
  const { rows } = await transaction.query<WaitingSignUp>(
    `SELECT id, network, codes, ${msOf('code_ends_at')} AS "codeEndsAtMs" FROM sign_up WHERE email = $1 ORDER BY created_at, id`,
    [email],
  )
  return rows
}

/** When a network may sign up again: when fewer than the most that are not verified are so new. 0: now. */
export async function signUpWaitMs(db: Queryable, network: string, nowMs: number): Promise<number> {
  const { most, withinMs } = limits.signUp.ofNetwork
  const { rows } = await db.query<{ createdAtMs: number }>(
    `SELECT ${msOf('created_at')} AS "createdAtMs" FROM sign_up WHERE network = $1 ORDER BY created_at DESC OFFSET $2 LIMIT 1`,
    [network, most - 1],
  )
  return Math.max(0, (rows[0]?.createdAtMs ?? 0) + withinMs - nowMs)
}

/** Adds a sign-up, in the place of another one if that is named. @returns whether nobody has verified the e-mail yet */
export async function addSignUp(
  transaction: Queryable,
  { id, email, passwordHash, consent, createdAtMs, ip, network, language, codes, codeEndsAtMs }: NewSignUp,
  replaced: string | undefined,
): Promise<boolean> {
  const said = [id, email, passwordHash, consent.termsVersion, consent.givenBy, new Date(createdAtMs), ip ?? null]
  const { rows } = await transaction.query<{ is_new: boolean }>(
    `WITH gone AS (DELETE FROM sign_up WHERE id = $11)
     INSERT INTO sign_up (id, email, password_hash, terms_version, given_by, created_at, ip, network, codes, code_ends_at, language)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $12)
     RETURNING NOT EXISTS (SELECT 1 FROM player WHERE player.email = sign_up.email) AS is_new`,
    [...said, network, codes, new Date(codeEndsAtMs), replaced ?? null, language],
  )
  return rows[0]?.is_new === true
}

/** The sign-up of that id and e-mail, or without an id the newest one; none where the e-mail has been verified. */
export async function findSignUp(
  db: Queryable,
  email: string,
  id: string | undefined,
): Promise<OpenSignUp | undefined> {
  const { rows } = await db.query<OpenSignUp>(
    `SELECT id, network, language FROM sign_up
     WHERE email = $1 AND ($2::uuid IS NULL OR id = $2) AND NOT EXISTS (SELECT 1 FROM player WHERE player.email = $1)
     ORDER BY created_at DESC, id DESC LIMIT 1`,
    [email, id ?? null],
  )
  return rows[0]
}

/** A code that is mailed holds the place of its sign-up while it is valid, so many times: then the place ends, however often one asks. */
export async function holdByNewCode(db: Queryable, id: string, codeEndsAtMs: number): Promise<void> {
  const query = 'UPDATE sign_up SET code_ends_at = $2, codes = codes + 1 WHERE id = $1 AND codes < $3'
  await db.query(query, [id, new Date(codeEndsAtMs), limits.signUp.codesOfPlace])
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

/** Forgets sign-ups from before, `most` at a time. @returns how many */
export async function removeSignUpsBefore(db: Queryable, createdBeforeMs: number, most: number): Promise<number> {
  const old = 'SELECT id FROM sign_up WHERE created_at <= $1 ORDER BY created_at LIMIT $2'
  const { rowCount } = await db.query(`DELETE FROM sign_up WHERE id IN (${old})`, [new Date(createdBeforeMs), most])
  return rowCount ?? 0
}
