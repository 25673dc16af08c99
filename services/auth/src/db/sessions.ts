import { limits } from '@kismet/contracts'
import type { AdminRole, Audience } from '@kismet/contracts'
import type { Queryable } from '@kismet/service-kit/database'
import { msOf } from './time.ts'
import { lapseBounds } from '../domain/session-life.ts'
import type { SessionTimes } from '../domain/session-life.ts'

export type EndReason =
  'logout' | 'inactivity' | 'lifetime' | 'password_reset' | 'too_many_sessions' | 'admin_disabled' | 'key_revoked'

/** Somebody who has sessions; admins have a role. */
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

const person = `CASE WHEN player_id IS NOT NULL THEN jsonb_build_object('audience', 'player', 'id', player_id) ELSE
  jsonb_build_object('audience', 'admin', 'id', admin_id, 'role', (SELECT role FROM admin WHERE admin.id = admin_id)) END`
const columns = `id, ${person} AS person, ${msOf('created_at')} AS "createdAtMs", ${msOf('last_active_at')} AS "lastActiveAtMs"`
const ended = 'id, end_reason AS reason'

const personColumn: Record<Audience, string> = { player: 'player_id', admin: 'admin_id' }

/** Where a call comes from, and when. */
export interface Origin {
  readonly network: string
  readonly nowMs: number
}

/** SQL: whether the person of the row has begun a session from the network $2 since $3; `valuesOf` gives both. */
export function knowsNetwork(table: Audience): string {
  return `EXISTS (SELECT 1 FROM session WHERE ${personColumn[table]} = ${table}.id AND network = $2 AND created_at > $3)`
}

export function valuesOf({ network, nowMs }: Origin): [string, Date] {
  return [network, new Date(nowMs - limits.login.networkKnownForMs)]
}

export interface NewSession {
  readonly id: string
  readonly person: Person
  readonly nowMs: number
  readonly ip: string | undefined
  readonly network: string
  /** The key of its token. */
  readonly signedBy: string
}

/** Adds a session. Its key stays as it is until the transaction ends. @returns false when the key has been revoked */
export async function addSession(transaction: Queryable, session: NewSession): Promise<boolean> {
  const { id, person, nowMs, ip, network, signedBy } = session
  const { rowCount } = await transaction.query(
    `INSERT INTO session (id, ${personColumn[person.audience]}, created_at, last_active_at, ip, network, signed_by)
     SELECT $1::uuid, $2::uuid, $3::timestamptz, $3::timestamptz, $4::text, $5::text, kid
     FROM signing_key WHERE kid = $6 AND revoked_at IS NULL FOR SHARE`,
    [id, person.id, new Date(nowMs), ip ?? null, network, signedBy],
  )
  return rowCount === 1
}

/** Ends the sessions whose tokens a key has signed. */
export async function endSessionsSignedBy(transaction: Queryable, kid: string, nowMs: number): Promise<EndedSession[]> {
  const { rows } = await transaction.query<EndedSession>(
    `UPDATE session SET ended_at = $2, end_reason = 'key_revoked' WHERE signed_by = $1 AND ended_at IS NULL
     RETURNING ${ended}`,
    [kid, new Date(nowMs)],
  )
  return rows
}

/** How many of these are not taken out of Redis and told to the gateway yet. */
export async function countUncleared(db: Queryable, ids: readonly string[]): Promise<number> {
  const { rows } = await db.query('SELECT 1 FROM session WHERE id = ANY($1) AND cleared_at IS NULL', [ids])
  return rows.length
}

const lives = 'id = $1 AND ended_at IS NULL AND last_active_at > $2 AND created_at > $3'

function boundsOf(nowMs: number): [Date, Date] {
  const { lastActiveAtMs, createdAtMs } = lapseBounds(nowMs)
  return [new Date(lastActiveAtMs), new Date(createdAtMs)]
}

/** The session, if it lives at `nowMs`. */
export async function findLiveSession(db: Queryable, id: string, nowMs: number): Promise<SessionRow | undefined> {
  const values = [id, ...boundsOf(nowMs)]
  return (await db.query<SessionRow>(`SELECT ${columns} FROM session WHERE ${lives}`, values)).rows[0]
}

/** Notes that its person did something now. @returns the session, or undefined when it no longer lives. */
export async function touchLiveSession(db: Queryable, id: string, nowMs: number): Promise<SessionRow | undefined> {
  const { rows } = await db.query<SessionRow>(
    `UPDATE session SET last_active_at = greatest(last_active_at, $4) WHERE ${lives} RETURNING ${columns}`,
    [id, ...boundsOf(nowMs), new Date(nowMs)],
  )
  return rows[0]
}

/** Ends one session, once. */
export async function endSession(db: Queryable, id: string, reason: EndReason, nowMs: number): Promise<EndedSession[]> {
  const { rows } = await db.query<EndedSession>(
    `UPDATE session SET ended_at = $3, end_reason = $2 WHERE id = $1 AND ended_at IS NULL RETURNING ${ended}`,
    [id, reason, new Date(nowMs)],
  )
  return rows
}

/** Ends the sessions of a person, all but the newest `keep`. */
export async function endSessionsOf(
  transaction: Queryable,
  person: Person,
  { keep, reason, nowMs }: { readonly keep: number; readonly reason: EndReason; readonly nowMs: number },
): Promise<EndedSession[]> {
  const column = personColumn[person.audience]
  const { rows } = await transaction.query<EndedSession>(
    `UPDATE session SET ended_at = $3, end_reason = $2 WHERE ended_at IS NULL AND id IN (
       SELECT id FROM session WHERE ${column} = $1 AND ended_at IS NULL ORDER BY created_at DESC, id DESC OFFSET $4
     ) RETURNING ${ended}`,
    [person.id, reason, new Date(nowMs), keep],
  )
  return rows
}

/** Writes down that sessions have ended by themselves, `most` at a time. */
export async function endLapsedSessions(db: Queryable, nowMs: number, most: number): Promise<EndedSession[]> {
  const { rows } = await db.query<EndedSession>(
    `UPDATE session SET ended_at = $1, end_reason = CASE WHEN created_at <= $3 THEN 'lifetime' ELSE 'inactivity' END
     WHERE id IN (
       SELECT id FROM session WHERE ended_at IS NULL AND (last_active_at <= $2 OR created_at <= $3)
       LIMIT $4 FOR UPDATE SKIP LOCKED
     ) RETURNING ${ended}`,
    [new Date(nowMs), ...boundsOf(nowMs), most],
  )
  return rows
}

/** Ended sessions that Redis may still hold and the gateway may not know of, longest first. */
export async function listUnclearedSessions(db: Queryable, most: number): Promise<EndedSession[]> {
  const { rows } = await db.query<EndedSession>(
    `SELECT ${ended} FROM session WHERE ended_at IS NOT NULL AND cleared_at IS NULL ORDER BY ended_at LIMIT $1`,
    [most],
  )
  return rows
}

export async function markCleared(db: Queryable, ids: readonly string[], nowMs: number): Promise<void> {
  await db.query('UPDATE session SET cleared_at = $2 WHERE id = ANY($1) AND cleared_at IS NULL', [ids, new Date(nowMs)])
}

/** Says that Redis may hold an ended session after all. @returns the session, unless it is one that has not been ended. */
export async function markUncleared(db: Queryable, id: string): Promise<EndedSession[]> {
  const { rows } = await db.query<EndedSession>(
    `UPDATE session SET cleared_at = NULL WHERE id = $1 AND ended_at IS NOT NULL RETURNING ${ended}`,
    [id],
  )
  return rows
}
