import type { AdminRole } from '@kismet/contracts'
import type { Password } from './passwords.ts'
import { knowsDevice, valuesOf } from './sessions.ts'
import type { Origin } from './sessions.ts'
import type { Queryable } from '@kismet/service-kit/database'

export interface AdminRow extends Password {
  readonly username: string
  readonly role: AdminRole
  /** Whether the admin has logged in at that device before. */
  readonly isKnown: boolean
}

/** An admin who may sign in, by name without case. */
export async function findAdmin(db: Queryable, username: string, from: Origin): Promise<AdminRow | undefined> {
  const { rows } = await db.query<AdminRow>(
    `SELECT id, username, password_hash AS "passwordHash", password_version AS "passwordVersion", role,
       ${knowsDevice('admin')} AS "isKnown"
     FROM admin WHERE lower(username) = lower($1) AND disabled_at IS NULL`,
    [username, ...valuesOf(from)],
  )
  return rows[0]
}

export async function hasAdmins(db: Queryable): Promise<boolean> {
  return (await db.query('SELECT 1 FROM admin LIMIT 1')).rows.length > 0
}

export type NewAdmin = Pick<AdminRow, 'username' | 'passwordHash' | 'role'>

/** @throws a unique violation of `admin_username_once` when the name is taken. */
export async function addAdmin(transaction: Queryable, id: string, admin: NewAdmin, nowMs: number): Promise<void> {
  await transaction.query(
    'INSERT INTO admin (id, username, password_hash, role, created_at) VALUES ($1, $2, $3, $4, $5)',
    [id, admin.username, admin.passwordHash, admin.role, new Date(nowMs)],
  )
}

/** Lets an admin sign in no more, or again. @returns the id, undefined when there is none of that name */
export async function setDisabled(
  transaction: Queryable,
  username: string,
  disabledAtMs: number | null,
): Promise<string | undefined> {
  const { rows } = await transaction.query<{ id: string }>(
    'UPDATE admin SET disabled_at = $2 WHERE lower(username) = lower($1) RETURNING id',
    [username, disabledAtMs === null ? null : new Date(disabledAtMs)],
  )
  return rows[0]?.id
}
