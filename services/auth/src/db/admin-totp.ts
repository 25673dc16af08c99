import type { Queryable } from '@kismet/service-kit/database'
import type { AdminRecord } from '../security/admin-seals.ts'
import { changeAdmin, findSealedAdmin, lockAdmin } from './sealed-admins.ts'
import type { Sealer } from './sealed-admins.ts'

/** A two-step secret that waits for its first code. */
export interface WaitingTotp {
  readonly sealed: Buffer
  readonly madeAtMs: number
}

/**
 * Stores a new secret with its recovery codes, and replaces an earlier waiting secret.
 * @returns false when two-step login is on
 */
export async function keepWaitingTotp(
  transaction: Queryable,
  sealer: Sealer,
  adminId: string,
  { sealed, madeAtMs }: WaitingTotp,
  recoveryMacs: readonly string[],
): Promise<boolean> {
  const isKept = await changeAdmin(transaction, sealer, adminId, ({ totpOnSinceMs }) =>
    totpOnSinceMs === null ? { totpSealed: sealed, totpMadeAtMs: madeAtMs } : undefined,
  )
  if (!isKept) return false
  await forgetRecoveryCodes(transaction, adminId)
  await transaction.query('INSERT INTO recovery_code (admin_id, mac) SELECT $1, unnest($2::text[])', [
    adminId,
    recoveryMacs,
  ])
  return true
}

function waitingOf(account: AdminRecord | undefined): WaitingTotp | undefined {
  if (account === undefined || account.totpOnSinceMs !== null) return undefined
  const { totpSealed: sealed, totpMadeAtMs: madeAtMs } = account
  return sealed === null || madeAtMs === null ? undefined : { sealed, madeAtMs }
}

export async function findWaitingTotp(
  db: Queryable,
  sealer: Pick<Sealer, 'secrets'>,
  adminId: string,
): Promise<WaitingTotp | undefined> {
  return waitingOf(await findSealedAdmin(db, sealer, adminId))
}

/** The waiting secret, with a row lock on the account. */
export async function lockWaitingTotp(
  transaction: Queryable,
  sealer: Pick<Sealer, 'secrets'>,
  id: string,
): Promise<WaitingTotp | undefined> {
  return waitingOf(await lockAdmin(transaction, sealer, { id }))
}

/**
 * Turns two-step login on with the waiting secret.
 * @param step the period of the first code, which cannot be used again
 */
export async function turnTotpOn(transaction: Queryable, sealer: Sealer, adminId: string, step: number): Promise<void> {
  const totpOnSinceMs = sealer.clock.now()
  await changeAdmin(transaction, sealer, adminId, () => ({ totpOnSinceMs, totpLastStep: step }))
}

export const withoutTotp = { totpSealed: null, totpMadeAtMs: null, totpOnSinceMs: null, totpLastStep: null } as const

/** Turns two-step login off, and deletes the secret and the recovery codes. */
export async function turnTotpOff(transaction: Queryable, sealer: Sealer, adminId: string): Promise<void> {
  await changeAdmin(transaction, sealer, adminId, () => withoutTotp)
  await forgetRecoveryCodes(transaction, adminId)
}

export async function forgetRecoveryCodes(transaction: Queryable, adminId: string): Promise<void> {
  await transaction.query('DELETE FROM recovery_code WHERE admin_id = $1', [adminId])
}

/** Whether the admin has an unused recovery code with this MAC. */
export async function hasRecoveryCode(db: Queryable, adminId: string, mac: string): Promise<boolean> {
  const sql = 'SELECT FROM recovery_code WHERE admin_id = $1 AND mac = $2 AND used_at IS NULL'
  return (await db.query(sql, [adminId, mac])).rowCount === 1
}
