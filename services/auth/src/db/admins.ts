import type { AdminRole } from '@kismet/contracts'
import { msOf } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import type { Password } from './passwords.ts'
import { knowsDevice, valuesOf } from './sessions.ts'
import type { Origin } from './sessions.ts'

/** What an admin logs in with. */
export interface AdminRow extends Password {
  readonly username: string
  readonly role: AdminRole
  readonly mustChangePassword: boolean
  /** Two-step login, when it is on: its sealed secret, and the period of the newest code that was taken. */
  readonly totpSealed: Buffer | null
  readonly totpOnSinceMs: number | null
  readonly totpLastStep: number | null
  /** Whether the admin has logged in at that device before. */
  readonly isKnown: boolean
}

/** An admin who may sign in, by name without case. */
export async function findAdmin(db: Queryable, username: string, from: Origin): Promise<AdminRow | undefined> {
  const { rows } = await db.query<AdminRow>(
    `SELECT id, username, password_hash AS "passwordHash", password_version AS "passwordVersion", role,
       must_change_password AS "mustChangePassword", CASE WHEN totp_on_since IS NOT NULL THEN totp_sealed END AS "totpSealed",
       ${msOf('totp_on_since')} AS "totpOnSinceMs", totp_last_step AS "totpLastStep", ${knowsDevice('admin')} AS "isKnown"
     FROM admin WHERE lower(username) = lower($1) AND disabled_at IS NULL`,
    [username, ...valuesOf(from)],
  )
  return rows[0]
}

export async function hasAdmins(db: Queryable): Promise<boolean> {
  return (await db.query('SELECT 1 FROM admin LIMIT 1')).rows.length > 0
}

export interface NewAdmin extends Pick<AdminRow, 'username' | 'passwordHash' | 'role'> {
  /** The owner who adds the admin, and so knows the password; nobody: the operator, who may well be the admin. */
  readonly addedBy?: string
}

/** @throws a unique violation of `admin_username_once` when the name is taken. */
export async function addAdmin(transaction: Queryable, id: string, admin: NewAdmin, nowMs: number): Promise<void> {
  const { username, passwordHash, role, addedBy } = admin
  await transaction.query(
    `INSERT INTO admin (id, username, password_hash, role, created_at, added_by, must_change_password)
     VALUES ($1, $2, $3, $4, $5, $6::text, $6 IS NOT NULL)`,
    [id, username, passwordHash, role, new Date(nowMs), addedBy ?? null],
  )
}

/** Whose account a change is of. */
export interface AdminStanding {
  readonly id: string
  readonly username: string
  readonly role: AdminRole
  readonly isDisabled: boolean
  readonly hasTotp: boolean
}

/** Holds the account of an admin until the transaction ends. `by`: an id, or a name without case. */
export async function lockAdmin(
  transaction: Queryable,
  by: { readonly id: string } | { readonly username: string },
): Promise<AdminStanding | undefined> {
  const [which, value] = 'id' in by ? ['id::text = $1', by.id] : ['lower(username) = lower($1)', by.username]
  const { rows } = await transaction.query<AdminStanding>(
    `SELECT id, username, role, disabled_at IS NOT NULL AS "isDisabled", totp_on_since IS NOT NULL AS "hasTotp"
     FROM admin WHERE ${which} FOR UPDATE`,
    [value],
  )
  return rows[0]
}

/** Lets an admin sign in no more, or again. */
export async function setDisabled(transaction: Queryable, id: string, disabledAtMs: number | null): Promise<void> {
  await transaction.query('UPDATE admin SET disabled_at = $2 WHERE id = $1', [
    id,
    disabledAtMs === null ? null : new Date(disabledAtMs),
  ])
}

export async function setRole(transaction: Queryable, id: string, role: AdminRole): Promise<void> {
  await transaction.query('UPDATE admin SET role = $2 WHERE id = $1', [id, role])
}

/** Sets a new password, after which no device of before is known. `isForOneLogin`: somebody else knows it too. */
export async function setAdminPassword(
  transaction: Queryable,
  id: string,
  passwordHash: string,
  isForOneLogin: boolean,
): Promise<void> {
  await transaction.query(
    'UPDATE admin SET password_hash = $2, password_version = password_version + 1, must_change_password = $3 WHERE id = $1',
    [id, passwordHash, isForOneLogin],
  )
}

/** The second step of a login: the period of a code, or the MAC of a recovery code; nothing where none is asked for. `setUp`: the period of the first code of this sealed secret, which has waited for it. */
export interface SecondStep {
  readonly totpStep?: number
  readonly recoveryMac?: string
  readonly setUp?: { readonly sealed: Buffer; readonly step: number }
}

/**
 * Holds the account of somebody who has shown their password until the transaction ends, and uses the second step up.
 * @returns false when the account has changed since it was read, its admin may no longer sign in, or the code was used meanwhile
 */
export async function useLogin(
  transaction: Queryable,
  { id, passwordVersion, role, totpOnSinceMs }: AdminRow,
  { totpStep, recoveryMac }: SecondStep,
  nowMs: number,
): Promise<boolean> {
  const { rowCount } = await transaction.query(
    `UPDATE admin SET totp_last_step = greatest(totp_last_step, $5)
     WHERE id = $1 AND password_version = $2 AND role = $3 AND disabled_at IS NULL
       AND ${msOf('totp_on_since')} IS NOT DISTINCT FROM $4::bigint AND ($5::bigint IS NULL OR totp_last_step < $5)`,
    [id, passwordVersion, role, totpOnSinceMs, totpStep ?? null],
  )
  if (rowCount !== 1 || recoveryMac === undefined) return rowCount === 1
  const used = await transaction.query(
    'UPDATE recovery_code SET used_at = $3 WHERE admin_id = $1 AND mac = $2 AND used_at IS NULL',
    [id, recoveryMac, new Date(nowMs)],
  )
  return used.rowCount === 1
}
