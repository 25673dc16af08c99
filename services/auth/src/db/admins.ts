import type { AdminRole } from '@kismet/contracts'
import { inTransaction } from '@kismet/service-kit/database'
import type { Pool, Queryable } from '@kismet/service-kit/database'
import type { Password } from './passwords.ts'
import { changeAdmin, lockAdmin, requireSealed, storedColumns } from './sealed-admins.ts'
import type { Sealer, StoredAdmin } from './sealed-admins.ts'
import { knowsDevice, valuesOf } from './sessions.ts'
import type { Origin } from './sessions.ts'

/** What an admin logs in with. The secret of two-step login is there when it is on. */
export interface AdminRow extends Omit<StoredAdmin, 'seal' | 'auditedAtMs'> {
  /** Whether the admin has logged in at that device before. */
  readonly isKnown: boolean
}

/** An admin who may sign in, by name without case. @throws NotSealedError */
export async function findAdmin(
  db: Queryable,
  sealer: Pick<Sealer, 'secrets'>,
  username: string,
  from: Origin,
): Promise<AdminRow | undefined> {
  const { rows } = await db.query<StoredAdmin & Pick<AdminRow, 'isKnown'>>(
    `SELECT ${storedColumns}, ${knowsDevice('admin')} AS "isKnown" FROM admin WHERE lower(username) = lower($1) AND disabled_at IS NULL`,
    [username, ...valuesOf(from)],
  )
  const [found] = rows
  if (found === undefined) return undefined
  const { totpSealed, ...account } = requireSealed(found, sealer)
  return { ...account, totpSealed: account.totpOnSinceMs === null ? null : totpSealed }
}

export async function hasAdmins(db: Queryable): Promise<boolean> {
  return (await db.query('SELECT 1 FROM admin LIMIT 1')).rows.length > 0
}

export interface NewAdmin {
  readonly username: string
  readonly passwordHash: string
  readonly role: AdminRole
  /** The owner who adds the admin, and so knows the password; nobody: the operator, who may well be the admin. */
  readonly addedBy?: string
}

/** @throws a unique violation of `admin_username_once` when the name is taken. */
export async function addAdmin(transaction: Queryable, sealer: Sealer, id: string, admin: NewAdmin): Promise<void> {
  const { username, passwordHash, role, addedBy } = admin
  const changedAtMs = sealer.clock.now()
  const seal = sealer.secrets.admins.sealOf({
    ...{ id, username, role, passwordHash, passwordVersion: 1, mustChangePassword: addedBy !== undefined },
    ...{ disabledAtMs: null, totpSealed: null, totpMadeAtMs: null, totpOnSinceMs: null, changedAtMs },
  })
  await transaction.query(
    `INSERT INTO admin (id, username, password_hash, role, created_at, added_by, must_change_password, changed_at, seal)
     VALUES ($1, $2, $3, $4, $5, $6::text, $6 IS NOT NULL, $5, $7)`,
    [id, username, passwordHash, role, new Date(changedAtMs), addedBy ?? null, seal],
  )
}

/** Lets an admin sign in no more, or again. */
export async function setDisabled(
  transaction: Queryable,
  sealer: Sealer,
  id: string,
  isDisabled: boolean,
): Promise<void> {
  const disabledAtMs = isDisabled ? sealer.clock.now() : null
  await changeAdmin(transaction, sealer, id, () => ({ disabledAtMs }))
}

export async function setRole(transaction: Queryable, sealer: Sealer, id: string, role: AdminRole): Promise<void> {
  await changeAdmin(transaction, sealer, id, () => ({ role }))
}

/** Sets a new password, after which no device of before is known. `isForOneLogin`: somebody else knows it too. */
export async function setAdminPassword(
  transaction: Queryable,
  sealer: Sealer,
  id: string,
  { passwordHash, isForOneLogin }: { readonly passwordHash: string; readonly isForOneLogin: boolean },
): Promise<void> {
  await changeAdmin(transaction, sealer, id, ({ passwordVersion }) => ({
    ...{ passwordHash, passwordVersion: passwordVersion + 1, mustChangePassword: isForOneLogin },
  }))
}

/** Keeps the same password under a newer hash, unless it was changed meanwhile. */
export async function refreshAdminHash(
  db: Pool,
  sealer: Sealer,
  { id, passwordVersion }: Password,
  passwordHash: string,
): Promise<void> {
  await inTransaction(db, (transaction) =>
    changeAdmin(transaction, sealer, id, (held) =>
      held.passwordVersion === passwordVersion ? { passwordHash } : undefined,
    ),
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
  sealer: Pick<Sealer, 'secrets'>,
  account: AdminRow,
  { totpStep, recoveryMac }: SecondStep,
  nowMs: number,
): Promise<boolean> {
  const { id } = account
  const held = await lockAdmin(transaction, sealer, { id })
  if (held === undefined || held.disabledAtMs !== null || !isAsRead(held, account)) return false
  if (totpStep !== undefined) {
    const { rowCount } = await transaction.query(
      'UPDATE admin SET totp_last_step = $2 WHERE id = $1 AND totp_last_step < $2',
      [id, totpStep],
    )
    if (rowCount !== 1) return false
  }
  if (recoveryMac === undefined) return true
  const used = await transaction.query(
    'UPDATE recovery_code SET used_at = $3 WHERE admin_id = $1 AND mac = $2 AND used_at IS NULL',
    [id, recoveryMac, new Date(nowMs)],
  )
  return used.rowCount === 1
}

function isAsRead(held: StoredAdmin, { passwordVersion, role, totpOnSinceMs }: AdminRow): boolean {
  return held.passwordVersion === passwordVersion && held.role === role && held.totpOnSinceMs === totpOnSinceMs
}
