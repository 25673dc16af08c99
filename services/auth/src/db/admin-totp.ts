import { msOf } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'

/** A secret that waits for its first code. */
export interface WaitingTotp {
  readonly sealed: Buffer
  readonly madeAtMs: number
}

/** Keeps a new secret with its recovery codes until its first code, in the place of one that waits. @returns false when two-step login is on */
export async function keepWaitingTotp(
  transaction: Queryable,
  adminId: string,
  { sealed, madeAtMs }: WaitingTotp,
  recoveryMacs: readonly string[],
): Promise<boolean> {
  const { rowCount } = await transaction.query(
    'UPDATE admin SET totp_sealed = $2, totp_made_at = $3 WHERE id = $1 AND totp_on_since IS NULL',
    [adminId, sealed, new Date(madeAtMs)],
  )
  if (rowCount !== 1) return false
  await transaction.query('DELETE FROM recovery_code WHERE admin_id = $1', [adminId])
  await transaction.query('INSERT INTO recovery_code (admin_id, mac) SELECT $1, unnest($2::text[])', [
    adminId,
    recoveryMacs,
  ])
  return true
}

const waiting = `SELECT totp_sealed AS sealed, ${msOf('totp_made_at')} AS "madeAtMs"
  FROM admin WHERE id = $1 AND totp_on_since IS NULL AND totp_sealed IS NOT NULL`

/** The secret that waits; undefined when none does. */
export async function findWaitingTotp(db: Queryable, adminId: string): Promise<WaitingTotp | undefined> {
  return (await db.query<WaitingTotp>(waiting, [adminId])).rows[0]
}

/** The same, held until the transaction ends. */
export async function lockWaitingTotp(transaction: Queryable, adminId: string): Promise<WaitingTotp | undefined> {
  return (await transaction.query<WaitingTotp>(`${waiting} FOR UPDATE`, [adminId])).rows[0]
}

/** Turns two-step login on with the secret that waits, whose first code is used up. */
export async function turnTotpOn(transaction: Queryable, adminId: string, step: number, nowMs: number): Promise<void> {
  await transaction.query('UPDATE admin SET totp_on_since = $2, totp_last_step = $3 WHERE id = $1', [
    adminId,
    new Date(nowMs),
    step,
  ])
}

/** Turns two-step login off, and forgets the secret and the recovery codes. */
export async function turnTotpOff(transaction: Queryable, adminId: string): Promise<void> {
  await transaction.query(
    'UPDATE admin SET totp_sealed = NULL, totp_made_at = NULL, totp_on_since = NULL, totp_last_step = NULL WHERE id = $1',
    [adminId],
  )
  await transaction.query('DELETE FROM recovery_code WHERE admin_id = $1', [adminId])
}

/** Which of what may be kept of a recovery code is that of one that is unused. */
export async function findRecoveryCode(
  db: Queryable,
  adminId: string,
  macs: readonly string[],
): Promise<string | undefined> {
  const { rows } = await db.query<{ mac: string }>(
    'SELECT mac FROM recovery_code WHERE admin_id = $1 AND mac = ANY($2) AND used_at IS NULL',
    [adminId, macs],
  )
  return rows[0]?.mac
}

/** Holds all admins with a secret of two-step login, one that waits or is on, until the transaction ends. */
export async function lockTotps(transaction: Queryable): Promise<{ readonly id: string; readonly sealed: Buffer }[]> {
  const { rows } = await transaction.query<{ id: string; sealed: Buffer }>(
    'SELECT id, totp_sealed AS sealed FROM admin WHERE totp_sealed IS NOT NULL ORDER BY id FOR UPDATE',
  )
  return rows
}

/** Writes the same secret, sealed anew. */
export async function replaceSealedTotp(transaction: Queryable, adminId: string, sealed: Buffer): Promise<void> {
  await transaction.query('UPDATE admin SET totp_sealed = $2 WHERE id = $1', [adminId, sealed])
}
