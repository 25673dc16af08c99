import type { Clock } from '@kismet/service-kit/clock'
import { msOf } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import type { AdminRecord } from '../security/admin-seals.ts'
import type { Secrets } from '../security/secrets.ts'

export interface Sealer {
  readonly secrets: Pick<Secrets, 'admins'>
  readonly clock: Clock
}

/** An account as stored. The seal is not checked, so an attacker may have written the row. */
export interface StoredAdmin extends AdminRecord {
  /**
   * The period of the newest used two-step code. The seal leaves it out: each login changes it, and
   * it grants no access.
   */
  readonly totpLastStep: number | null
  readonly seal: Buffer
  /** The time of the newest audit row that changed the account. */
  readonly auditedAtMs: number | null
}

/** The seal of an account is invalid: this service did not write the row. */
export class NotSealedError extends Error {
  readonly adminId: string
  readonly username: string

  constructor({ id, username }: Pick<StoredAdmin, 'id' | 'username'>) {
    super(`The account of the admin ${username} has no valid seal (docs/operating/alarms/admin-accounts-invalid.md)`)
    this.adminId = id
    this.username = username
  }
}

/** Audit actions that change sealed fields; `target` is the account. */
const changes = [
  'admin.create',
  'admin.role',
  'admin.disable',
  'admin.enable',
  'admin.change-password',
  'admin.reset-password',
  'admin.totp',
  'admin.reset-totp',
  'admin.renew',
]
/** The largest time between a change and its audit row. One transaction writes both. */
const auditedWithinMs = 60_000

/** SQL: the fields of StoredAdmin. */
export const storedColumns = `id, username, role, password_hash AS "passwordHash", password_version AS "passwordVersion",
  must_change_password AS "mustChangePassword", ${msOf('disabled_at')} AS "disabledAtMs", totp_sealed AS "totpSealed",
  ${msOf('totp_made_at')} AS "totpMadeAtMs", ${msOf('totp_on_since')} AS "totpOnSinceMs", totp_last_step AS "totpLastStep",
  ${msOf('changed_at')} AS "changedAtMs", seal, (SELECT ${msOf('max(audit.at)')} FROM audit
    WHERE target = admin.id::text AND action IN (${changes.map((action) => `'${action}'`).join()})) AS "auditedAtMs"`

/**
 * The secret whose seal is valid. Undefined for an invalid seal, or for a row restored from before
 * an audited change.
 */
export function secretOfSeal(stored: StoredAdmin, { secrets }: Pick<Sealer, 'secrets'>): 'now' | 'before' | undefined {
  const { auditedAtMs, changedAtMs } = stored
  if ((auditedAtMs ?? 0) > changedAtMs + auditedWithinMs) return undefined
  return secrets.admins.secretOf(stored, stored.seal)
}

/** @throws NotSealedError */
export function requireSealed<Stored extends StoredAdmin>(stored: Stored, sealer: Pick<Sealer, 'secrets'>): Stored {
  if (secretOfSeal(stored, sealer) === undefined) throw new NotSealedError(stored)
  return stored
}

/** @throws NotSealedError */
export async function findSealedAdmin(
  db: Queryable,
  sealer: Pick<Sealer, 'secrets'>,
  id: string,
): Promise<AdminRecord | undefined> {
  const { rows } = await db.query<StoredAdmin>(`SELECT ${storedColumns} FROM admin WHERE id = $1`, [id])
  return rows[0] && requireSealed(rows[0], sealer)
}

/** Locks an account without a check of its seal. @param by an id, or a name without case */
export async function lockStored(
  transaction: Queryable,
  by: { readonly id: string } | { readonly username: string },
): Promise<StoredAdmin | undefined> {
  const [which, value] = 'id' in by ? ['id::text = $1', by.id] : ['lower(username) = lower($1)', by.username]
  const sql = `SELECT ${storedColumns} FROM admin WHERE ${which} FOR UPDATE OF admin`
  return (await transaction.query<StoredAdmin>(sql, [value])).rows[0]
}

/** Locks an account with a valid seal. @throws NotSealedError */
export async function lockAdmin(
  transaction: Queryable,
  sealer: Pick<Sealer, 'secrets'>,
  by: { readonly id: string } | { readonly username: string },
): Promise<StoredAdmin | undefined> {
  const stored = await lockStored(transaction, by)
  return stored && requireSealed(stored, sealer)
}

/** All accounts, without a check of their seals. @param held locks the rows */
export async function listStored(db: Queryable, held = false): Promise<StoredAdmin[]> {
  const sql = `SELECT ${storedColumns} FROM admin ORDER BY id${held ? ' FOR UPDATE OF admin' : ''}`
  return (await db.query<StoredAdmin>(sql)).rows
}

export type AdminChange = Partial<Omit<StoredAdmin, 'id' | 'username' | 'changedAtMs' | 'seal' | 'auditedAtMs'>>

/**
 * Writes a change of a locked account, and seals the account. The caller has checked the old seal, or
 * renews the account. The time of a change never goes back, even if the clock does: an audit row after
 * `changed_at` would make the seal invalid.
 */
export async function writeSealed(
  transaction: Queryable,
  { secrets, clock }: Sealer,
  held: StoredAdmin,
  change: AdminChange,
): Promise<void> {
  const changedAtMs = Math.max(clock.now(), held.changedAtMs, held.auditedAtMs ?? 0)
  const next = { ...held, ...change, changedAtMs }
  await transaction.query(
    `UPDATE admin SET role = $2, password_hash = $3, password_version = $4, must_change_password = $5, disabled_at = $6,
       totp_sealed = $7, totp_made_at = $8, totp_on_since = $9, totp_last_step = $10, changed_at = $11, seal = $12 WHERE id = $1`,
    [
      ...[next.id, next.role, next.passwordHash, next.passwordVersion, next.mustChangePassword],
      ...[dateOf(next.disabledAtMs), next.totpSealed, dateOf(next.totpMadeAtMs), dateOf(next.totpOnSinceMs)],
      ...[next.totpLastStep, dateOf(next.changedAtMs), secrets.admins.sealOf(next)],
    ],
  )
}

const dateOf = (ms: number | null): Date | null => (ms === null ? null : new Date(ms))

/**
 * Changes an account with a valid seal.
 * @returns false for an unknown id, or when `change` returns undefined
 * @throws NotSealedError
 */
export async function changeAdmin(
  transaction: Queryable,
  sealer: Sealer,
  id: string,
  change: (held: StoredAdmin) => AdminChange | undefined,
): Promise<boolean> {
  const held = await lockAdmin(transaction, sealer, { id })
  const changed = held && change(held)
  if (held === undefined || changed === undefined) return false
  await writeSealed(transaction, sealer, held, changed)
  return true
}
