import type { AdminRole } from '@kismet/contracts'
import { msOf } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import type { Password } from './passwords.ts'
import { knowsDevice, valuesOf } from './sessions.ts'
import type { Origin } from './sessions.ts'

/** An admin as the table has it. Times are ms since the epoch. */
export interface AdminRow extends Password {
  readonly username: string
  readonly role: AdminRole
  readonly mustChangePassword: boolean
  readonly disabledAtMs: number | null
  /** The encrypted secret of two-step login. It waits for its first code until `totpOnSinceMs`. */
  readonly totpSealed: Buffer | null
  readonly totpMadeAtMs: number | null
  readonly totpOnSinceMs: number | null
  /** The 30 s step of the newest accepted code. */
  readonly totpLastStep: number | null
}

const columns = `id, username, role, password_hash AS "passwordHash", password_version AS "passwordVersion",
  must_change_password AS "mustChangePassword", ${msOf('disabled_at')} AS "disabledAtMs", totp_sealed AS "totpSealed",
  ${msOf('totp_made_at')} AS "totpMadeAtMs", ${msOf('totp_on_since')} AS "totpOnSinceMs", totp_last_step AS "totpLastStep"`

/** An admin who may log in, by name without case. `isKnown`: the admin has logged in at that device. */
export async function findAdmin(
  db: Queryable,
  username: string,
  from: Origin,
): Promise<(AdminRow & { readonly isKnown: boolean }) | undefined> {
  const { rows } = await db.query<AdminRow & { isKnown: boolean }>(
    `SELECT ${columns}, ${knowsDevice('admin')} AS "isKnown" FROM admin WHERE lower(username) = lower($1) AND disabled_at IS NULL`,
    [username, ...valuesOf(from)],
  )
  return rows[0]
}

export async function findAdminById(db: Queryable, id: string): Promise<AdminRow | undefined> {
  return (await db.query<AdminRow>(`SELECT ${columns} FROM admin WHERE id = $1`, [id])).rows[0]
}

/** Locks an admin. @param by an id, or a name without case */
export async function lockAdmin(
  transaction: Queryable,
  by: { readonly id: string } | { readonly username: string },
): Promise<AdminRow | undefined> {
  const [which, value] = 'id' in by ? ['id::text = $1', by.id] : ['lower(username) = lower($1)', by.username]
  return (await transaction.query<AdminRow>(`SELECT ${columns} FROM admin WHERE ${which} FOR UPDATE`, [value])).rows[0]
}

export async function hasAdmins(db: Queryable): Promise<boolean> {
  return (await db.query('SELECT 1 FROM admin LIMIT 1')).rows.length > 0
}

export interface NewAdmin {
  readonly username: string
  readonly passwordHash: string
  readonly role: AdminRole
  /** The owner who adds the admin and knows the password. Undefined for the operator. */
  readonly addedBy?: string
}

/** @throws a unique violation of `admin_username_once` when the name is taken. */
export async function addAdmin(transaction: Queryable, id: string, admin: NewAdmin, nowMs: number): Promise<void> {
  const { username, passwordHash, role, addedBy = null } = admin
  await transaction.query(
    `INSERT INTO admin (id, username, password_hash, role, created_at, added_by, must_change_password)
     VALUES ($1, $2, $3, $4, $5, $6::text, $6 IS NOT NULL)`,
    [id, username, passwordHash, role, new Date(nowMs), addedBy],
  )
}

const columnOf = {
  role: 'role',
  passwordHash: 'password_hash',
  mustChangePassword: 'must_change_password',
  disabledAt: 'disabled_at',
  totpSealed: 'totp_sealed',
  totpMadeAt: 'totp_made_at',
  totpOnSince: 'totp_on_since',
  totpLastStep: 'totp_last_step',
} as const

/** Changes an admin. A new password makes all devices unknown. */
export async function changeAdmin(
  transaction: Queryable,
  id: string,
  change: { readonly [Field in keyof typeof columnOf]?: string | number | boolean | Date | Buffer | null },
): Promise<void> {
  const set = Object.keys(change).map((field, index) => `${columnOf[field as keyof typeof columnOf]} = $${index + 2}`)
  if ('passwordHash' in change) set.push('password_version = password_version + 1')
  await transaction.query(`UPDATE admin SET ${set.join(', ')} WHERE id = $1`, [id, ...Object.values(change)])
}

/** Stores a secret that waits for its first code, and its recovery codes. @returns false when two-step login is on */
export async function keepWaitingTotp(
  transaction: Queryable,
  id: string,
  sealed: Buffer,
  nowMs: number,
  recoveryMacs: readonly string[],
): Promise<boolean> {
  const { rowCount } = await transaction.query(
    'UPDATE admin SET totp_sealed = $2, totp_made_at = $3 WHERE id = $1 AND totp_on_since IS NULL',
    [id, sealed, new Date(nowMs)],
  )
  if (rowCount !== 1) return false
  await transaction.query('DELETE FROM recovery_code WHERE admin_id = $1', [id])
  const insert = 'INSERT INTO recovery_code (admin_id, mac) SELECT $1, unnest($2::text[])'
  await transaction.query(insert, [id, recoveryMacs])
  return true
}

/** Turns two-step login off, and deletes the secret and the recovery codes. */
export async function turnTotpOff(transaction: Queryable, id: string): Promise<void> {
  await changeAdmin(transaction, id, { totpSealed: null, totpMadeAt: null, totpOnSince: null, totpLastStep: null })
  await transaction.query('DELETE FROM recovery_code WHERE admin_id = $1', [id])
}

/** Whether the admin has an unused recovery code with this MAC. */
export async function hasRecoveryCode(db: Queryable, id: string, mac: string): Promise<boolean> {
  const sql = 'SELECT FROM recovery_code WHERE admin_id = $1 AND mac = $2 AND used_at IS NULL'
  return (await db.query(sql, [id, mac])).rowCount === 1
}

/** The second step of a login. Empty for a login without a second step. */
export interface SecondStep {
  readonly totpStep?: number
  readonly recoveryMac?: string
  /** The first code of a waiting secret turns two-step login on. */
  readonly setUp?: { readonly sealed: Buffer; readonly step: number }
}

/**
 * Locks the account of a login and uses the second step up.
 * @returns false when the account has changed since it was read, or the code was used
 */
export async function useLogin(
  transaction: Queryable,
  read: AdminRow,
  { totpStep, recoveryMac, setUp }: SecondStep,
  nowMs: number,
): Promise<boolean> {
  const { id } = read
  const held = await lockAdmin(transaction, { id })
  if (held === undefined || held.disabledAtMs !== null || held.role !== read.role) return false
  if (held.passwordVersion !== read.passwordVersion || held.totpOnSinceMs !== read.totpOnSinceMs) return false
  if (totpStep !== undefined) {
    if ((held.totpLastStep ?? 0) >= totpStep) return false
    await changeAdmin(transaction, id, { totpLastStep: totpStep })
  }
  if (setUp !== undefined) {
    if (held.totpSealed?.equals(setUp.sealed) !== true) return false
    await changeAdmin(transaction, id, { totpOnSince: new Date(nowMs), totpLastStep: setUp.step })
  }
  if (recoveryMac === undefined) return true
  const sql = 'UPDATE recovery_code SET used_at = $3 WHERE admin_id = $1 AND mac = $2 AND used_at IS NULL'
  return (await transaction.query(sql, [id, recoveryMac, new Date(nowMs)])).rowCount === 1
}
