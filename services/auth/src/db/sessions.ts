import { limits } from '@kismet/contracts'
import type { AdminRole, Audience } from '@kismet/contracts'
import { isoOf, msOf } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import { forgetBrowsers } from './push.ts'

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

/** A player or an admin. The role of an admin is the role of the account. */
export interface Person {
  readonly audience: Audience
  readonly id: string
  readonly role?: AdminRole
}

export interface SessionRow {
  readonly id: string
  readonly person: Person
  /** When the session ends by itself. */
  readonly endsAtMs: number
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
const columns = `id, ${person} AS person, ${msOf('ends_at')} AS "endsAtMs"`
const ended = 'id, end_reason AS reason'

/** SQL: whether a session lives at the time of a parameter. */
export const livesAt = (time: `$${number}`): string => `ended_at IS NULL AND ends_at > ${time}`

const personColumn: Record<Audience, string> = { player: 'player_id', admin: 'admin_id' }

/** At which device a call is made, by the tag of its token, and when. */
export interface Origin {
  readonly device: string
  readonly nowMs: number
}

/**
 * SQL: whether the person of the row has logged in at the device $2 since $3 (`valuesOf`), in one of the newest logins. Only
 * logins with the present password count, so that a new password makes all devices unknown.
 */
export function knowsDevice(table: Audience): string {
  return `$2 = ANY (ARRAY(SELECT device FROM session WHERE ${personColumn[table]} = ${table}.id AND created_at > $3
    AND session.password_version = ${table}.password_version ORDER BY created_at DESC LIMIT ${limits.device.logins}))`
}

export function valuesOf({ device, nowMs }: Origin): [string, Date] {
  return [device, new Date(nowMs - limits.device.knownForMs)]
}

/** Adds a session of a person whose password is held. The transaction also holds the key (`holdSigningKey`). */
export async function addSession(
  transaction: Queryable,
  { id, person, createdAtMs, endsAtMs, signedBy }: SessionRow & { createdAtMs: number; signedBy: string },
  from: {
    readonly ip: string | undefined
    readonly deviceTag: string
    readonly deviceName: string | null
    /** The device that the browser showed. A known device keeps the time since when it is known. */
    readonly shown: Origin
    /** Since when the device counts as known, for the device of a sign-up. */
    readonly deviceSinceMs?: number | undefined
  },
): Promise<void> {
  await transaction.query(
    `INSERT INTO session (id, ${personColumn[person.audience]}, created_at, last_active_at, ends_at, ip, device, device_name, password_version, signed_by, device_since)
     VALUES ($1, $2, $3, $3, $4, $5, $6, $7, (SELECT password_version FROM ${person.audience} WHERE id = $2), $8, coalesce($9,
       (SELECT min(coalesce(device_since, created_at)) FROM session WHERE ${personColumn[person.audience]} = $2 AND device = $10 AND created_at > $11), $3))`,
    [
      ...[id, person.id, new Date(createdAtMs), new Date(endsAtMs)],
      ...[from.ip ?? null, from.deviceTag, from.deviceName, signedBy],
      ...[from.deviceSinceMs === undefined ? null : new Date(from.deviceSinceMs), ...valuesOf(from.shown)],
    ],
  )
}

/** The session, if it lives at `nowMs`. */
export async function findLiveSession(db: Queryable, id: string, nowMs: number): Promise<SessionRow | undefined> {
  const sql = `SELECT ${columns} FROM session WHERE id = $1 AND ${livesAt('$2')}`
  return (await db.query<SessionRow>(sql, [id, new Date(nowMs)])).rows[0]
}

/**
 * Whether a player's session is trusted. Both must hold:
 * - The device was known at `knownUntilMs`, or is the device of the sign-up.
 * - The password was not reset after `knownUntilMs`.
 * A session without `device_since`, of an earlier release, counts its device from its login.
 * @returns undefined when the session does not live
 */
export async function isTrustedSession(
  db: Queryable,
  { id, sessionId }: { readonly id: string; readonly sessionId: string },
  { nowMs, knownUntilMs }: { readonly nowMs: number; readonly knownUntilMs: number },
): Promise<boolean | undefined> {
  const { rows } = await db.query<{ isTrusted: boolean }>(
    `SELECT coalesce(device_since, session.created_at) <= greatest(verified_at, $4)
       AND (password_reset_at IS NULL OR password_reset_at <= $4) AS "isTrusted"
     FROM session JOIN player ON player.id = player_id WHERE session.id = $1 AND player_id = $2 AND ${livesAt('$3')}`,
    [sessionId, id, new Date(nowMs), new Date(knownUntilMs)],
  )
  return rows[0]?.isTrusted
}

/**
 * Notes that its person did something now. The session ends 60 minutes later, at most 24 hours after its start
 * (docs/spec/amendments.md, section 3).
 * @returns the session, or undefined when it no longer lives
 */
export async function touchLiveSession(db: Queryable, id: string, nowMs: number): Promise<SessionRow | undefined> {
  const { inactivityMs, lifetimeMs } = limits.session
  const { rows } = await db.query<SessionRow>(
    `UPDATE session SET last_active_at = greatest(last_active_at, $2),
       ends_at = greatest(ends_at, least($3, created_at + $4 * interval '1 ms'))
     WHERE id = $1 AND ${livesAt('$2')} RETURNING ${columns}`,
    [id, new Date(nowMs), new Date(nowMs + inactivityMs), lifetimeMs],
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

/** Ends the sessions whose tokens a key has signed. */
export function endSessionsSignedBy(transaction: Queryable, kid: string, by: End): Promise<EndedSession[]> {
  return end(transaction, by, 'signed_by = $3', [kid])
}

/** Ends the sessions of all admins without two-step login. */
export function endSessionsWithoutTotp(transaction: Queryable, by: End): Promise<EndedSession[]> {
  return end(transaction, by, 'admin_id IN (SELECT id FROM admin WHERE totp_on_since IS NULL)', [])
}

const endsOfAll: readonly EndReason[] = ['password_reset', 'password_changed', 'account_closed']
const endsOfOne: readonly EndReason[] = ['logout', 'ended']

/** Which sessions of a person end: one, all but one, or all but the newest `keep`. Without a choice all end. */
export interface Chosen {
  readonly only?: string | undefined
  readonly but?: string | undefined
  readonly keep?: number
}

/**
 * Ends sessions of a person. A session that a player ends also ends the notifications of its browser. A new password, or the
 * end of the account, ends the notifications of all browsers. After a session that lapses, notifications go on.
 */
export async function endSessionsOf(
  transaction: Queryable,
  { audience, id }: Person,
  by: End,
  { only, but, keep = 0 }: Chosen = {},
): Promise<EndedSession[]> {
  const which = `SELECT id FROM session WHERE ${personColumn[audience]} = $3 AND ended_at IS NULL
    AND ($4::text IS NULL OR id::text = $4) AND id::text IS DISTINCT FROM $5 ORDER BY created_at DESC, id DESC OFFSET $6`
  const rows = await end(transaction, by, `id IN (${which})`, [id, only ?? null, but ?? null, keep])
  const isOfAll = endsOfAll.includes(by.reason)
  if (audience === 'player' && (isOfAll || endsOfOne.includes(by.reason))) {
    const sessions = isOfAll ? undefined : rows.map((one) => one.id)
    await forgetBrowsers(transaction, id, sessions)
  }
  return rows
}

/** A session in lists. `device`: what its browser said that it is. */
export interface ListedSession {
  readonly id: string
  readonly device: string | null
  readonly ip: string | null
  readonly startedAt: string
  readonly lastActiveAt: string
}

/** The sessions of a person that live, those used last first. */
export async function listSessions(db: Queryable, { audience, id }: Person, nowMs: number): Promise<ListedSession[]> {
  const { rows } = await db.query<ListedSession>(
    `SELECT id, device_name AS device, ip, ${isoOf('created_at')} AS "startedAt", ${isoOf('last_active_at')} AS "lastActiveAt"
     FROM session WHERE ${personColumn[audience]} = $1 AND ${livesAt('$2')} ORDER BY last_active_at DESC, id DESC`,
    [id, new Date(nowMs)],
  )
  return rows
}

/** Writes down that sessions have ended by themselves, `most` at a time. */
export async function endLapsedSessions(db: Queryable, nowMs: number, most: number): Promise<EndedSession[]> {
  const { rows } = await db.query<EndedSession>(
    `UPDATE session SET ended_at = $1, end_reason = CASE WHEN created_at <= $2 THEN 'lifetime' ELSE 'inactivity' END
     WHERE id IN (SELECT id FROM session WHERE ended_at IS NULL AND ends_at <= $1 LIMIT $3 FOR UPDATE SKIP LOCKED)
     RETURNING ${ended}`,
    [new Date(nowMs), new Date(nowMs - limits.session.lifetimeMs), most],
  )
  return rows
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

/**
 * Marks the ends of sessions that Redis could still list. Redis lists a session until its expiry. The index
 * `session_to_forget` finds the sessions that are young enough.
 */
export async function markRecentUncleared(db: Queryable, nowMs: number): Promise<void> {
  const sql = 'UPDATE session SET cleared_at = NULL WHERE cleared_at IS NOT NULL AND ends_at > $1 AND created_at > $2'
  await db.query(sql, [new Date(nowMs), new Date(nowMs - limits.session.lifetimeMs)])
}
