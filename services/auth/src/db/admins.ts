import type { AdminRole } from '@kismet/contracts'
import { adminRoles } from '@kismet/contracts'
import { knowsNetwork, valuesOf } from './sessions.ts'
import type { Origin } from './sessions.ts'
import type { Queryable } from '@kismet/service-kit/database'

export interface AdminRow {
  readonly id: string
  readonly username: string
  readonly passwordHash: string
  readonly passwordVersion: number
  readonly role: AdminRole
  /** Whether the admin has logged in from there before. */
  readonly isKnown: boolean
}

interface Row {
  id: string
  username: string
  password_hash: string
  password_version: number
  role: string
  is_known: boolean
}

function roleOf(text: string): AdminRole {
  const role = adminRoles.find((candidate) => candidate === text)
  if (role === undefined) throw new Error(`The database holds an admin role that does not exist: ${text}`)
  return role
}

/** An admin who may sign in, by name without case. */
export async function findAdmin(db: Queryable, username: string, from: Origin): Promise<AdminRow | undefined> {
  const { rows } = await db.query<Row>(
    `SELECT id, username, password_hash, password_version, role, ${knowsNetwork('admin')} AS is_known FROM admin
     WHERE lower(username) = lower($1) AND disabled_at IS NULL`,
    [username, ...valuesOf(from)],
  )
  const row = rows[0]
  if (row === undefined) return undefined
  return {
    id: row.id,
    username: row.username,
    passwordHash: row.password_hash,
    passwordVersion: row.password_version,
    role: roleOf(row.role),
    isKnown: row.is_known,
  }
}

export async function hasAdmins(db: Queryable): Promise<boolean> {
  const { rows } = await db.query('SELECT 1 FROM admin LIMIT 1')
  return rows.length > 0
}

/** Waits until no other replica makes a first admin. */
export async function lockFirstAdmin(transaction: Queryable): Promise<void> {
  await transaction.query(`SELECT pg_advisory_xact_lock(hashtext('first admin'))`)
}

export interface NewAdmin {
  readonly id: string
  readonly username: string
  readonly passwordHash: string
  readonly role: AdminRole
  readonly createdAtMs: number
}

/** @throws a unique violation of `admin_username_once` when the name is taken. */
export async function addAdmin(transaction: Queryable, admin: NewAdmin): Promise<void> {
  await transaction.query(
    'INSERT INTO admin (id, username, password_hash, role, created_at) VALUES ($1, $2, $3, $4, $5)',
    [admin.id, admin.username, admin.passwordHash, admin.role, new Date(admin.createdAtMs)],
  )
}

/** Keeps the same password under a newer hash, unless it was changed meanwhile. */
export async function refreshAdminHash(db: Queryable, admin: AdminRow, passwordHash: string): Promise<void> {
  await db.query('UPDATE admin SET password_hash = $3 WHERE id = $1 AND password_version = $2', [
    admin.id,
    admin.passwordVersion,
    passwordHash,
  ])
}

/** Holds the admin's password as it is until the transaction ends. @returns false when it has changed or the admin may no longer sign in. */
export async function holdAdminPassword(
  transaction: Queryable,
  { id, passwordVersion }: { readonly id: string; readonly passwordVersion: number },
): Promise<boolean> {
  const { rows } = await transaction.query(
    'SELECT 1 FROM admin WHERE id = $1 AND password_version = $2 AND disabled_at IS NULL FOR SHARE',
    [id, passwordVersion],
  )
  return rows.length > 0
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
