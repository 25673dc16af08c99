import type { AdminRole } from '@kismet/contracts'
import { msOf } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import { lapseBounds } from '../domain/session-life.ts'

/** An account as it stands in lists. Times in ms since the epoch. */
export interface ListedAdmin {
  readonly id: string
  readonly username: string
  readonly role: AdminRole
  readonly createdAtMs: number
  readonly addedBy: string | null
  readonly disabledAtMs: number | null
  readonly mustChangePassword: boolean
  readonly totpOnSinceMs: number | null
  readonly recoveryCodesLeft: number
  readonly lastSeenAtMs: number | null
  readonly lastLoginAtMs: number | null
  readonly sessions: number
}

/** All accounts or one, those who may log in first, by name. */
export async function listAdminAccounts(db: Queryable, nowMs: number, id?: string): Promise<ListedAdmin[]> {
  const { lastActiveAtMs, createdAtMs } = lapseBounds(nowMs)
  const { rows } = await db.query<ListedAdmin>(
    `SELECT admin.id, username, role, ${msOf('admin.created_at')} AS "createdAtMs", added_by AS "addedBy", ${msOf('disabled_at')} AS "disabledAtMs",
       must_change_password AS "mustChangePassword", ${msOf('totp_on_since')} AS "totpOnSinceMs",
       (SELECT count(*) FROM recovery_code WHERE admin_id = admin.id AND used_at IS NULL AND totp_on_since IS NOT NULL) AS "recoveryCodesLeft",
       ${msOf('seen.at')} AS "lastSeenAtMs", ${msOf('seen.login_at')} AS "lastLoginAtMs", seen.sessions
     FROM admin, LATERAL (
       SELECT max(last_active_at) AS at, max(session.created_at) AS login_at,
         count(*) FILTER (WHERE ended_at IS NULL AND last_active_at > $1 AND session.created_at > $2) AS sessions
       FROM session WHERE admin_id = admin.id
     ) seen
     WHERE $3::text IS NULL OR admin.id::text = $3 ORDER BY disabled_at IS NOT NULL, lower(username)`,
    [new Date(lastActiveAtMs), new Date(createdAtMs), id ?? null],
  )
  return rows
}

/** A line of the audit log about the account of an admin. */
export interface AdminChangeRow {
  readonly atMs: number
  readonly by: string
  readonly action: string
  readonly detail: Readonly<Record<string, string | number | boolean | null>>
}

/** The newest changes of accounts. */
export async function listAdminChanges(db: Queryable, most: number): Promise<AdminChangeRow[]> {
  const { rows } = await db.query<AdminChangeRow>(
    `SELECT ${msOf('at')} AS "atMs", admin_name AS by, action, detail FROM audit WHERE action LIKE 'admin.%' ORDER BY sequence DESC LIMIT $1`,
    [most],
  )
  return rows
}
