import { madeWithinMs } from '@kismet/contracts'
import type { AdminAccount, AdminRole, AdminStanding, listAdmins, Output } from '@kismet/contracts'
import { operator } from '@kismet/service-kit/audit/chain'
import { isoOf, msOf } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import type { Password } from './passwords.ts'
import { knowsDevice, livesAt, valuesOf } from './sessions.ts'
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

/** Locks an admin. @param by an id, or a name without case */
export async function lockAdmin(
  transaction: Queryable,
  by: { readonly id: string } | { readonly username: string },
): Promise<AdminRow | undefined> {
  const [which, value] = 'id' in by ? ['id::text = $1', by.id] : ['lower(username) = lower($1)', by.username]
  return (await transaction.query<AdminRow>(`SELECT ${columns} FROM admin WHERE ${which} FOR UPDATE`, [value])).rows[0]
}

export async function hasAdmins(db: Queryable): Promise<boolean> {
  return (await db.query('SELECT FROM admin LIMIT 1')).rowCount === 1
}

/** The names of the admins with these roles who may log in. */
export async function listNamesOf(db: Queryable, roles: readonly AdminRole[]): Promise<string[]> {
  const { rows } = await db.query<{ username: string }>(
    'SELECT username FROM admin WHERE role = ANY ($1) AND disabled_at IS NULL ORDER BY lower(username) LIMIT 500',
    [roles],
  )
  return rows.map(({ username }) => username)
}

export interface NewAdmin {
  readonly username: string
  readonly passwordHash: string
  readonly role: AdminRole
}

/**
 * @param addedBy the owner who knows the password; null: the operator
 * @throws a unique violation of `admin_username_once` when the name is taken
 */
export async function insertAdmin(
  transaction: Queryable,
  { id, username, passwordHash, role }: NewAdmin & { readonly id: string },
  addedBy: string | null,
  nowMs: number,
): Promise<void> {
  await transaction.query(
    `INSERT INTO admin (id, username, password_hash, role, created_at, added_by, must_change_password)
     VALUES ($1, $2, $3, $4, $5, $6::text, $6 IS NOT NULL)`,
    [id, username, passwordHash, role, new Date(nowMs), addedBy],
  )
}

type AdminColumn =
  | 'role'
  | 'password_hash'
  | 'must_change_password'
  | 'disabled_at'
  | `totp_${'sealed' | 'made_at' | 'on_since' | 'last_step'}`
/** New values of columns of an admin. */
export type AdminColumns = Readonly<Partial<Record<AdminColumn, string | boolean | Date | null>>>

/** Changes an admin. A new password makes all devices unknown. */
export async function changeAdmin(transaction: Queryable, id: string, change: AdminColumns): Promise<void> {
  const set = Object.keys(change).map((column, index) => `${column} = $${index + 2}`)
  if ('password_hash' in change) set.push('password_version = password_version + 1')
  await transaction.query(`UPDATE admin SET ${set.join(', ')} WHERE id = $1`, [id, ...Object.values(change)])
}

/**
 * Stores a secret that waits for its first code, and its recovery codes. The update locks the account. The codes go in a
 * statement of their own, so that the statement sees the codes of a set-up at the same time.
 * @returns false when two-step login is on
 */
export async function keepWaitingTotp(
  transaction: Queryable,
  id: string,
  { sealed, recoveryMacs }: { readonly sealed: Buffer; readonly recoveryMacs: readonly string[] },
  nowMs: number,
): Promise<boolean> {
  const { rowCount } = await transaction.query(
    'UPDATE admin SET totp_sealed = $2, totp_made_at = $3 WHERE id = $1 AND totp_on_since IS NULL',
    [id, sealed, new Date(nowMs)],
  )
  if (rowCount !== 1) return false
  await transaction.query('DELETE FROM recovery_code WHERE admin_id = $1', [id])
  const sql = 'INSERT INTO recovery_code (admin_id, mac) SELECT $1, unnest($2::text[])'
  await transaction.query(sql, [id, recoveryMacs])
  return true
}

/** Whether the admin has an unused recovery code with this MAC. */
export async function hasRecoveryCode(db: Queryable, id: string, mac: string): Promise<boolean> {
  const sql = 'SELECT FROM recovery_code WHERE admin_id = $1 AND mac = $2 AND used_at IS NULL'
  return (await db.query(sql, [id, mac])).rowCount === 1
}

/** The second step of a login. Empty for a login without a second step. */
export interface SecondStep {
  /** The 30 s step of a code. A code of a waiting secret turns two-step login on. */
  readonly totpStep?: number
  readonly recoveryMac?: string
}

/**
 * Locks the account of a login and uses the second step up.
 * @param read the account when the password and the code were checked
 * @returns false when the account has changed since, or the code was used
 */
export async function useLogin(
  transaction: Queryable,
  read: AdminRow,
  { totpStep, recoveryMac }: SecondStep,
  nowMs: number,
): Promise<boolean> {
  const { id, role, passwordVersion, totpOnSinceMs, totpSealed } = read
  const { rowCount } = await transaction.query(
    `UPDATE admin SET totp_last_step = coalesce($6, totp_last_step),
       totp_on_since = CASE WHEN $6 IS NULL THEN totp_on_since ELSE coalesce(totp_on_since, $7) END
     WHERE id = $1 AND disabled_at IS NULL AND role = $2 AND password_version = $3 AND totp_on_since IS NOT DISTINCT FROM $4
       AND ($6::bigint IS NULL OR ((totp_on_since IS NOT NULL OR totp_sealed = $5) AND coalesce(totp_last_step, 0) < $6))`,
    [
      ...[id, role, passwordVersion, totpOnSinceMs === null ? null : new Date(totpOnSinceMs), totpSealed],
      ...[totpStep ?? null, new Date(nowMs)],
    ],
  )
  if (rowCount !== 1) return false
  if (recoveryMac === undefined) return true
  const sql = 'UPDATE recovery_code SET used_at = $3 WHERE admin_id = $1 AND mac = $2 AND used_at IS NULL'
  return (await transaction.query(sql, [id, recoveryMac, new Date(nowMs)])).rowCount === 1
}

/** Actions after which the acting admin may know the login of the other. */
const makingActions = ['admin.create', 'admin.role', 'admin.reset-password', 'admin.reset-totp', 'admin.enable']

/** All accounts or one, those who may log in first, by name. */
export async function listAdminAccounts(db: Queryable, nowMs: number, id?: string): Promise<AdminAccount[]> {
  const { rows } = await db.query<AdminAccount>(
    `SELECT admin.id AS _id, username, role, ${isoOf('admin.created_at')} AS "createdAt", added_by AS "addedBy",
       ${isoOf('disabled_at')} AS "disabledAt", must_change_password AS "mustChangePassword", ${isoOf('totp_on_since')} AS "totpSince",
       (SELECT count(*) FROM recovery_code WHERE admin_id = admin.id AND used_at IS NULL AND totp_on_since IS NOT NULL) AS "recoveryCodesLeft",
       ${isoOf('seen.at')} AS "lastSeenAt", ${isoOf('seen.login_at')} AS "lastLoginAt", seen.sessions,
       (SELECT json_build_object('by', a.admin_name, 'until', ${isoOf(`(a.at + $3::bigint * interval '1 ms')`)}) FROM audit AS a
        WHERE a.target = admin.id::text AND a.action = ANY ($4) AND a.admin_id <> $5 AND a.at > $1::timestamptz - $3::bigint * interval '1 ms'
        ORDER BY a.at DESC LIMIT 1) AS "onePersonWith"
     FROM admin, LATERAL (
       SELECT max(last_active_at) AS at, max(session.created_at) AS login_at,
         count(*) FILTER (WHERE ${livesAt('$1')}) AS sessions
       FROM session WHERE admin_id = admin.id
     ) seen
     WHERE $2::text IS NULL OR admin.id::text = $2 ORDER BY disabled_at IS NOT NULL, lower(username)`,
    [new Date(nowMs), id ?? null, madeWithinMs, makingActions, operator.id],
  )
  return rows
}

/** The newest changes of accounts, from the audit log. */
export async function listAdminChanges(db: Queryable, most: number): Promise<Output<typeof listAdmins>['changes']> {
  const { rows } = await db.query<Output<typeof listAdmins>['changes'][number]>(
    `SELECT ${isoOf('at')} AS at, admin_name AS by, substr(action, length('admin.') + 1) AS what, coalesce(detail->>'username', '') AS on,
       detail->>'from' AS "from", detail->>'to' AS "to"
     FROM audit WHERE action LIKE 'admin.%' ORDER BY sequence DESC LIMIT $1`,
    [most],
  )
  return rows
}

/** The standing of admins. The audit log has the makers. @param sinceMs earlier actions do not count */
export async function readStandings(db: Queryable, ids: readonly string[], sinceMs: number): Promise<AdminStanding[]> {
  const made = 'a.action = ANY ($2) AND a.at > $3 AND a.admin_id <> $4'
  const { rows } = await db.query<AdminStanding>(
    `WITH RECURSIVE made AS (
       SELECT own.id AS own, a.admin_id AS maker, a.at FROM unnest($1::uuid[]) AS own (id) JOIN audit AS a ON a.target = own.id::text AND ${made}
       UNION SELECT made.own, a.admin_id, a.at FROM made JOIN audit AS a ON a.target = made.maker::text AND ${made})
     SELECT id AS _id, role, disabled_at IS NULL AS "isEnabled",
       coalesce((SELECT json_agg(DISTINCT maker) FROM made WHERE own = admin.id), '[]') AS "madeBy",
       (SELECT ${isoOf(`(max(made.at) + $5::bigint * interval '1 ms')`)} FROM made WHERE own = admin.id) AS "madeUntil" FROM admin WHERE id = ANY ($1)`,
    [ids, makingActions, new Date(sinceMs), operator.id, madeWithinMs],
  )
  return rows
}
