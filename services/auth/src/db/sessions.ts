import { limits } from '@kismet/contracts'
import type { AdminRole, Audience } from '@kismet/contracts'
import { msOf } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import { lapseBounds } from '../domain/session-life.ts'
import type { SessionTimes } from '../domain/session-life.ts'

export type EndReason =
  | 'logout'
  | 'inactivity'
  | 'lifetime'
  | 'password_reset'
  | 'password_changed'
  | 'too_many_sessions'
  | 'ended'
  | 'account_closed'
  | 'account_suspended'
  | 'admin_disabled'
  | 'role_changed'
  | 'two_step_changed'
  | 'key_revoked'

/** Somebody who has sessions; admins have a role, which their account says. */
export interface Person {
  readonly audience: Audience
  readonly id: string
  readonly role?: AdminRole
}

export interface SessionRow extends SessionTimes {
  readonly id: string
  readonly person: Person
}

export interface EndedSession {
  readonly id: string
  readonly reason: EndReason
}

/** Why and when sessions end. */
export interface End {
  readonly reason: EndReason
  readonly nowMs: number
}

const person = `CASE WHEN admin_id IS NULL THEN jsonb_build_object('audience', 'player', 'id', player_id)
  ELSE jsonb_build_object('audience', 'admin', 'id', admin_id, 'role', (SELECT role FROM admin WHERE admin.id = admin_id)) END`
const columns = `id, ${person} AS person, ${msOf('created_at')} AS "createdAtMs", ${msOf('last_active_at')} AS "lastActiveAtMs"`
const ended = 'id, end_reason AS reason'

const personColumn: Record<Audience, string> = { player: 'player_id', admin: 'admin_id' }

/** At which device a call is made, by the tag of its token, and when. */
export interface Origin {
  readonly device: string
  readonly nowMs: number
}

/**
 * SQL: whether the person of the row has logged in at the device $2 since $3 with the password of now, and not too many times elsewhere afterwards;
 * `valuesOf` gives both. A new password leaves no device known, also none of a session that had ended before.
 */
export function knowsDevice(table: Audience): string {
  return `$2 = ANY (ARRAY(SELECT device FROM session WHERE ${personColumn[table]} = ${table}.id AND created_at > $3
    AND session.password_version = ${table}.password_version ORDER BY created_at DESC LIMIT ${limits.device.logins}))`
}

export function valuesOf({ device, nowMs }: Origin): [string, Date] {
  return [device, new Date(nowMs - limits.device.knownForMs)]
}

export interface NewSession {
  readonly id: string
  readonly person: Person
  readonly createdAtMs: number
  /** A token by which its device is known from now on. */
  readonly device: string
  /** The key of its token. */
  readonly signedBy: string
}

/** Adds a session of a person whose password is held. Its key stays as it is until the transaction ends. @returns false when the key has been revoked */
export async function addSession(
  transaction: Queryable,
  { id, person, createdAtMs, signedBy }: NewSession,
  from: { readonly ip: string | undefined; readonly deviceTag: string; readonly deviceName: string | null },
): Promise<boolean> {
  const { rowCount } = await transaction.query(
    `INSERT INTO session (id, ${personColumn[person.audience]}, created_at, last_active_at, ip, device, device_name, password_version, signed_by)
     SELECT $1::uuid, $2::uuid, $3::timestamptz, $3::timestamptz, $4::text, $5::text, $7::text,
       (SELECT password_version FROM ${person.audience} WHERE id = $2), kid
     FROM signing_key WHERE kid = $6 AND revoked_at IS NULL FOR SHARE`,
    [id, person.id, new Date(createdAtMs), from.ip ?? null, from.deviceTag, signedBy, from.deviceName],
  )
  return rowCount === 1
}

const lives = 'id = $1 AND ended_at IS NULL AND last_active_at > $2 AND created_at > $3'

function valuesOfLiving(id: string, nowMs: number): [string, Date, Date] {
  const { lastActiveAtMs, createdAtMs } = lapseBounds(nowMs)
  return [id, new Date(lastActiveAtMs), new Date(createdAtMs)]
}

/** The session, if it lives at `nowMs`. */
export async function findLiveSession(db: Queryable, id: string, nowMs: number): Promise<SessionRow | undefined> {
  const values = valuesOfLiving(id, nowMs)
  return (await db.query<SessionRow>(`SELECT ${columns} FROM session WHERE ${lives}`, values)).rows[0]
}

/** Notes that its person did something now. @returns the session, or undefined when it no longer lives. */
export async function touchLiveSession(db: Queryable, id: string, nowMs: number): Promise<SessionRow | undefined> {
  const { rows } = await db.query<SessionRow>(
    `UPDATE session SET last_active_at = greatest(last_active_at, $4) WHERE ${lives} RETURNING ${columns}`,
    [...valuesOfLiving(id, nowMs), new Date(nowMs)],
  )
  return rows[0]
}

/** Ends sessions, each once. `which` is SQL with the `values` from $3 on. */
async function end(db: Queryable, { reason, nowMs }: End, which: string, values: unknown[]): Promise<EndedSession[]> {
  const { rows } = await db.query<EndedSession>(
    `UPDATE session SET ended_at = $1, end_reason = $2 WHERE ended_at IS NULL AND ${which} RETURNING ${ended}`,
    [new Date(nowMs), reason, ...values],
  )
  return rows
}

export function endSession(db: Queryable, id: string, by: End): Promise<EndedSession[]> {
  return end(db, by, 'id = $3', [id])
}

/** Ends the sessions whose tokens a key has signed. */
export function endSessionsSignedBy(transaction: Queryable, kid: string, by: End): Promise<EndedSession[]> {
  return end(transaction, by, 'signed_by = $3', [kid])
}

/** Ends the sessions of all admins without two-step login. */
export function endSessionsWithoutTotp(transaction: Queryable, by: End): Promise<EndedSession[]> {
  return end(transaction, by, 'admin_id IN (SELECT id FROM admin WHERE totp_on_since IS NULL)', [])
}

/** Which sessions of a person end: one, all but one, or all but the newest `keep`. Without a choice all end. */
export interface Chosen {
  readonly only?: string | undefined
  readonly but?: string | undefined
  readonly keep?: number
}

export function endSessionsOf(
  transaction: Queryable,
  { audience, id }: Person,
  by: End,
  { only, but, keep = 0 }: Chosen = {},
): Promise<EndedSession[]> {
  const which = `SELECT id FROM session WHERE ${personColumn[audience]} = $3 AND ended_at IS NULL
    AND ($4::text IS NULL OR id::text = $4) AND id::text IS DISTINCT FROM $5 ORDER BY created_at DESC, id DESC OFFSET $6`
  return end(transaction, by, `id IN (${which})`, [id, only ?? null, but ?? null, keep])
}

/** A session as its person sees it in a list. */
export interface ListedSession extends SessionTimes {
  readonly id: string
  /** What its browser said that it is. */
  readonly deviceName: string | null
  readonly ip: string | null
}

/** The sessions of a person that live, those used last first. */
export async function listSessions(db: Queryable, { audience, id }: Person, nowMs: number): Promise<ListedSession[]> {
  const { lastActiveAtMs, createdAtMs } = lapseBounds(nowMs)
  const { rows } = await db.query<ListedSession>(
    `SELECT id, device_name AS "deviceName", ip, ${msOf('created_at')} AS "createdAtMs", ${msOf('last_active_at')} AS "lastActiveAtMs" FROM session
     WHERE ${personColumn[audience]} = $1 AND ended_at IS NULL AND last_active_at > $2 AND created_at > $3 ORDER BY last_active_at DESC, id DESC`,
    [id, new Date(lastActiveAtMs), new Date(createdAtMs)],
  )
  return rows
}

/** Writes down that sessions have ended by themselves, `most` of each reason at a time. */
export async function endLapsedSessions(db: Queryable, nowMs: number, most: number): Promise<EndedSession[]> {
  const { createdAtMs, lastActiveAtMs } = lapseBounds(nowMs)
  const lapsed = (reason: EndReason, column: string, untilMs: number) => {
    const which = `SELECT id FROM session WHERE ended_at IS NULL AND ${column} <= $3 LIMIT $4 FOR UPDATE SKIP LOCKED`
    return end(db, { reason, nowMs }, `id IN (${which})`, [new Date(untilMs), most])
  }
  const byAge = await lapsed('lifetime', 'created_at', createdAtMs)
  return [...byAge, ...(await lapsed('inactivity', 'last_active_at', lastActiveAtMs))]
}

/** Ended sessions that Redis may still hold and the gateway may not know of, by their ids after one of them. */
export async function listUnclearedSessions(db: Queryable, afterId: string, most: number): Promise<EndedSession[]> {
  const { rows } = await db.query<EndedSession>(
    `SELECT ${ended} FROM session WHERE ended_at IS NOT NULL AND cleared_at IS NULL AND id > $1 ORDER BY id LIMIT $2`,
    [afterId, most],
  )
  return rows
}

export async function markCleared(db: Queryable, ids: readonly string[], nowMs: number): Promise<void> {
  await db.query('UPDATE session SET cleared_at = $2 WHERE id = ANY($1) AND cleared_at IS NULL', [ids, new Date(nowMs)])
}

/** Marks the ends of sessions that Redis could still list. */
export async function markRecentUncleared(db: Queryable, nowMs: number): Promise<void> {
  const { createdAtMs, lastActiveAtMs } = lapseBounds(nowMs)
  const sql = 'UPDATE session SET cleared_at = NULL WHERE cleared_at IS NOT NULL AND created_at > $1 AND ended_at > $2'
  await db.query(sql, [new Date(createdAtMs), new Date(lastActiveAtMs)])
}

/** Forgets ended sessions that began before and were told to everybody, `most` at a time. @returns how many */
export async function removeSessionsBefore(db: Queryable, createdBeforeMs: number, most: number): Promise<number> {
  const old = 'SELECT id FROM session WHERE cleared_at IS NOT NULL AND created_at <= $1 LIMIT $2'
  const { rowCount } = await db.query(`DELETE FROM session WHERE id IN (${old})`, [new Date(createdBeforeMs), most])
  return rowCount ?? 0
}
