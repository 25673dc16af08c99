import type { Clock } from '@kismet/service-kit/clock'
import { msOf } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import type { AdminRecord } from '../security/admin-seals.ts'
import type { Secrets } from '../security/secrets.ts'

/** What seals accounts, and when. */
export interface Sealer {
  readonly secrets: Pick<Secrets, 'admins'>
  readonly clock: Clock
}

/** An account as the table has it, whoever wrote it. */
export interface StoredAdmin extends AdminRecord {
  /** The period of the newest code of two-step login that was taken. It is in no seal: each login moves it, and it opens nothing. */
  readonly totpLastStep: number | null
  readonly seal: Buffer
  /** When the audit log says last that the account was changed. */
  readonly auditedAtMs: number | null
}

/** An account is not as this service wrote it. */
export class NotSealedError extends Error {
  readonly adminId: string
  readonly username: string

  constructor({ id, username }: Pick<StoredAdmin, 'id' | 'username'>) {
    super(`The account of the admin ${username} has no valid seal (docs/operating/alarms/admin-accounts-invalid.md)`)
    this.adminId = id
    this.username = username
  }
}

/** Actions of the audit log that change what is sealed; `target` is the account. */
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
/** An action is written down so much later than its change at most, in one transaction. */
const auditedWithinMs = 60_000

/** SQL: the fields of StoredAdmin. */
export const storedColumns = `id, username, role, password_hash AS "passwordHash", password_version AS "passwordVersion",
  must_change_password AS "mustChangePassword", ${msOf('disabled_at')} AS "disabledAtMs", totp_sealed AS "totpSealed",
  ${msOf('totp_made_at')} AS "totpMadeAtMs", ${msOf('totp_on_since')} AS "totpOnSinceMs", totp_last_step AS "totpLastStep",
  ${msOf('changed_at')} AS "changedAtMs", seal, (SELECT ${msOf('max(audit.at)')} FROM audit
    WHERE target = admin.id::text AND action IN (${changes.map((action) => `'${action}'`).join()})) AS "auditedAtMs"`

/** Under which secret an account is sealed as it is; undefined where it is not, or was put back from before a change. */
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

/** The account with that id. @throws NotSealedError */
export async function findSealedAdmin(
  db: Queryable,
  sealer: Pick<Sealer, 'secrets'>,
  id: string,
): Promise<AdminRecord | undefined> {
  const { rows } = await db.query<StoredAdmin>(`SELECT ${storedColumns} FROM admin WHERE id = $1`, [id])
  return rows[0] && requireSealed(rows[0], sealer)
}

/** Holds an account until the transaction ends, whoever wrote it. `by`: an id, or a name without case. */
export async function lockStored(
  transaction: Queryable,
  by: { readonly id: string } | { readonly username: string },
): Promise<StoredAdmin | undefined> {
  const [which, value] = 'id' in by ? ['id::text = $1', by.id] : ['lower(username) = lower($1)', by.username]
  const sql = `SELECT ${storedColumns} FROM admin WHERE ${which} FOR UPDATE OF admin`
  return (await transaction.query<StoredAdmin>(sql, [value])).rows[0]
}

/** The same, of an account that is as this service wrote it. @throws NotSealedError */
export async function lockAdmin(
  transaction: Queryable,
  sealer: Pick<Sealer, 'secrets'>,
  by: { readonly id: string } | { readonly username: string },
): Promise<StoredAdmin | undefined> {
  const stored = await lockStored(transaction, by)
  return stored && requireSealed(stored, sealer)
}

/** All accounts, whoever wrote them; `held`: until the transaction ends. */
export async function listStored(db: Queryable, held = false): Promise<StoredAdmin[]> {
  const sql = `SELECT ${storedColumns} FROM admin ORDER BY id${held ? ' FOR UPDATE OF admin' : ''}`
  return (await db.query<StoredAdmin>(sql)).rows
}

/** What a change sets. */
export type AdminChange = Partial<Omit<StoredAdmin, 'id' | 'username' | 'changedAtMs' | 'seal' | 'auditedAtMs'>>

/**
 * Writes a change of an account that is held, and seals the account as it is with it. Whoever calls has found it in order, or answers for it.
 * The time of a change is never before that of the one before, nor before what the audit log has of the account, whatever clocks do.
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

/** Changes an account that is as this service wrote it. @returns false when there is none, or `change` answers undefined. @throws NotSealedError */
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
