import type { Input, Language, PlayerState, setSuspension } from '@kismet/contracts'
import { isoOf } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import type { Password } from './passwords.ts'
import { knowsDevice, valuesOf } from './sessions.ts'
import type { Origin } from './sessions.ts'

/** A player, or the newest sign-up of an e-mail address without a player. */
export interface Account extends Password {
  readonly state: PlayerState | 'unverified'
  readonly language: Language
  /** Whether the player has logged in at that device before. */
  readonly isKnown: boolean
}

export async function findAccount(db: Queryable, email: string, from: Origin): Promise<Account | undefined> {
  const { rows } = await db.query<Account>(
    `SELECT * FROM (
       SELECT id, password_hash AS "passwordHash", password_version AS "passwordVersion", state, language,
         ${knowsDevice('player')} AS "isKnown" FROM player WHERE email = $1
       UNION ALL
       (SELECT id, password_hash, 1, 'unverified', language, false FROM sign_up
        WHERE email = $1 ORDER BY created_at DESC, id DESC LIMIT 1)
     ) AS found ORDER BY state = 'unverified' LIMIT 1`,
    [email, ...valuesOf(from)],
  )
  return rows[0]
}

/** Who a player is, and where the mails of the player go. */
export interface Profile {
  readonly email: string
  readonly language: Language
  readonly verifiedAt: string
  /** Whether the player gets mails about deposits and withdrawals. */
  readonly moneyMails: boolean
}
const profile = `email, language, ${isoOf('verified_at')} AS "verifiedAt", money_mails AS "moneyMails"`

export async function findProfile(db: Queryable, id: string): Promise<Profile | undefined> {
  return (await db.query<Profile>(`SELECT ${profile} FROM player WHERE id = $1`, [id])).rows[0]
}

/** The id of a player. @param who an e-mail address, or an id */
export async function findPlayer(db: Queryable, who: string): Promise<string | undefined> {
  const sql = 'SELECT id FROM player WHERE email = lower($1) OR id::text = lower($1)'
  return (await db.query<{ id: string }>(sql, [who])).rows[0]?.id
}

/** The e-mail addresses of those players who have an account. */
export async function findEmails(db: Queryable, ids: readonly string[]): Promise<{ _id: string; email: string }[]> {
  const sql = 'SELECT id AS "_id", email FROM player WHERE id = ANY($1::uuid[])'
  return (await db.query<{ _id: string; email: string }>(sql, [ids])).rows
}

/** @returns false when there is no such player */
export async function setPlayerLanguage(db: Queryable, id: string, language: Language): Promise<boolean> {
  const { rowCount } = await db.query('UPDATE player SET language = $2 WHERE id = $1', [id, language])
  return rowCount === 1
}

/** @returns false when there is no such player */
export async function setPlayerMoneyMails(db: Queryable, id: string, moneyMails: boolean): Promise<boolean> {
  const { rowCount } = await db.query('UPDATE player SET money_mails = $2 WHERE id = $1', [id, moneyMails])
  return rowCount === 1
}

/**
 * Sets a new password.
 * @param given `version`: of the password that was checked. `resetAtMs`: the password is set with a mailed code
 * @returns the id; undefined without such a player, or when the checked password has changed meanwhile
 */
export async function setPlayerPassword(
  transaction: Queryable,
  email: string,
  passwordHash: string,
  { version, resetAtMs }: { readonly version?: number; readonly resetAtMs?: number },
): Promise<string | undefined> {
  const { rows } = await transaction.query<{ id: string }>(
    `UPDATE player SET password_hash = $2, password_version = password_version + 1,
       password_reset_at = coalesce($4, password_reset_at)
     WHERE email = $1 AND password_version = coalesce($3, password_version) RETURNING id`,
    [email, passwordHash, version ?? null, resetAtMs === undefined ? null : new Date(resetAtMs)],
  )
  return rows[0]?.id
}

/** Stores that the wallet of a player is closed for good. Safe to repeat. */
export async function beginClosing(db: Queryable, id: string, nowMs: number): Promise<void> {
  const sql = 'UPDATE player SET closing_at = $2 WHERE id = $1 AND closing_at IS NULL'
  await db.query(sql, [id, new Date(nowMs)])
}

/** Closes an account. The new password version refuses a login in progress. @returns the player; undefined when the account is closed */
export async function endClosing(transaction: Queryable, id: string, nowMs: number): Promise<Profile | undefined> {
  const { rows } = await transaction.query<Profile>(
    `UPDATE player SET closed_at = $2, password_version = password_version + 1
     WHERE id = $1 AND closing_at IS NOT NULL AND closed_at IS NULL RETURNING ${profile}`,
    [id, new Date(nowMs)],
  )
  return rows[0]
}

/** Players whose wallet is closed and whose account still waits for a decision. */
export async function listOpenClosings(db: Queryable): Promise<string[]> {
  const sql = 'SELECT id FROM player WHERE closing_at IS NOT NULL AND closed_at IS NULL ORDER BY closing_at'
  return (await db.query<{ id: string }>(sql)).rows.map(({ id }) => id)
}

/** Locks a player, so that logins, closings and other suspensions wait. */
export async function holdPlayer(
  transaction: Queryable,
  id: string,
): Promise<{ readonly isSuspended: boolean; readonly isClosed: boolean } | undefined> {
  const { rows } = await transaction.query<{ isSuspended: boolean; isClosed: boolean }>(
    `SELECT suspended_at IS NOT NULL AS "isSuspended", closed_at IS NOT NULL AS "isClosed" FROM player
     WHERE id = $1 FOR UPDATE`,
    [id],
  )
  return rows[0]
}

/** @param atMs null lifts the suspension; `version` is the number of the note with the reason */
export async function setSuspended(
  transaction: Queryable,
  id: string,
  { atMs, version }: { readonly atMs: number | null; readonly version: number },
): Promise<void> {
  const sql = 'UPDATE player SET suspended_at = $2, suspension_version = $3 WHERE id = $1'
  await transaction.query(sql, [id, atMs === null ? null : new Date(atMs), version])
}

/** Suspensions, and their ends, that the wallet may not know: of one player or of all. */
export async function listUntold(db: Queryable, playerId?: string): Promise<Input<typeof setSuspension>[]> {
  const { rows } = await db.query<Input<typeof setSuspension>>(
    `SELECT id AS "playerId", suspended_at IS NOT NULL AS "isSuspended", suspension_version AS version FROM player
     WHERE suspension_version <> wallet_version AND ($1::uuid IS NULL OR id = $1)`,
    [playerId ?? null],
  )
  return rows
}

/** The wallet knows this version; a later version stays untold. */
export async function markTold(db: Queryable, { playerId, version }: Input<typeof setSuspension>): Promise<void> {
  await db.query('UPDATE player SET wallet_version = $2 WHERE id = $1 AND wallet_version < $2', [playerId, version])
}
