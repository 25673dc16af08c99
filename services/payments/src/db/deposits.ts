import type { DepositMethod, Paise, RequestStatus } from '@kismet/contracts'
import { isUniqueViolation, msOf } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import { Refusal } from '@kismet/service-kit/refusal'
import type { QueueState } from '../telemetry.ts'
import type { ListSource } from './request-lists.ts'

export interface StoredDeposit {
  readonly id: string
  readonly playerId: string
  readonly playerEmail: string
  readonly amountPaise: Paise
  readonly method: DepositMethod
  readonly utr: string
  readonly proofPages: number
  readonly status: RequestStatus
  readonly adminReason: string | null
  readonly createdAtMs: number
  readonly decidedAtMs: number | null
  readonly decidedByName: string | null
  readonly proofDeletedAtMs: number | null
  readonly firstApprovedAtMs: number | null
  readonly firstApprovedByName: string | null
}

const columns = `id, player_id AS "playerId", player_email AS "playerEmail", amount_paise AS "amountPaise", method, utr, proof_pages AS "proofPages", status,
  admin_reason AS "adminReason", ${msOf('created_at')} AS "createdAtMs", ${msOf('decided_at')} AS "decidedAtMs", decided_by_name AS "decidedByName",
  ${msOf('proof_deleted_at')} AS "proofDeletedAtMs", ${msOf('first_approved_at')} AS "firstApprovedAtMs", first_approved_by_name AS "firstApprovedByName"`

export const deposits: ListSource<StoredDeposit> = { table: 'deposit', columns, isShown: 'true' }

/** Stores a request that waits. @throws Refusal `duplicate_utr` when another one that is not rejected has its reference. */
export async function insertDeposit(
  db: Queryable,
  deposit: StoredDeposit,
  { utrNormalised, proofBytes, proofSha256 }: { utrNormalised: string; proofBytes: number; proofSha256: Buffer },
): Promise<void> {
  const { id, playerId, playerEmail, amountPaise, method, utr, proofPages, createdAtMs } = deposit
  const said = [id, playerId, playerEmail, amountPaise, method, utr, utrNormalised]
  try {
    await db.query(
      `INSERT INTO deposit (id, player_id, player_email, amount_paise, method, utr, utr_normalised, proof_pages, proof_bytes, created_at, proof_sha256)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
      [...said, proofPages, proofBytes, new Date(createdAtMs), proofSha256],
    )
  } catch (error) {
    throw isUniqueViolation(error, 'deposit_reference_in_use') ? new Refusal('duplicate_utr') : error
  }
}

export async function findDeposit(db: Queryable, id: string): Promise<StoredDeposit | undefined> {
  return (await db.query<StoredDeposit>(`SELECT ${columns} FROM deposit WHERE id = $1`, [id])).rows[0]
}

/** Requests by their ids. */
export async function findDeposits(db: Queryable, ids: readonly string[]): Promise<StoredDeposit[]> {
  return (await db.query<StoredDeposit>(`SELECT ${columns} FROM deposit WHERE id = ANY ($1::uuid[])`, [ids])).rows
}

/** Marks that the wallet has booked a credit. @returns whether it was marked now, and not before. */
export async function markCredited(db: Queryable, id: string, atMs: number): Promise<boolean> {
  const { rowCount } = await db.query(
    'UPDATE deposit SET credited_at = $2, credit_due_at = NULL WHERE id = $1 AND credited_at IS NULL',
    [id, new Date(atMs)],
  )
  return rowCount === 1
}

export async function readQueueState(db: Queryable, nowMs: number): Promise<QueueState | undefined> {
  const age = (created: string) => `coalesce(greatest(extract(epoch FROM $1::timestamptz - ${created}), 0), 0)::float8`
  const { rows } = await db.query<QueueState>(
    `SELECT deposits.*, withdrawals.*,
            (SELECT count(*) FROM deposit WHERE credit_due_at IS NOT NULL) AS "depositsOwed",
            (SELECT count(*) FROM withdrawal WHERE settle_due_at IS NOT NULL) AS "withdrawalsOwed",
            (SELECT count(*) FROM withdrawal WHERE hold_due_at IS NOT NULL) AS "holdsUnclear"
     FROM (SELECT count(*) AS deposits, ${age('min(created_at)')} AS "oldestDepositSeconds" FROM deposit WHERE status = 'pending') AS deposits,
          (SELECT count(*) AS withdrawals, ${age('min(created_at)')} AS "oldestWithdrawalSeconds"
           FROM withdrawal WHERE status = 'pending' AND held_at IS NOT NULL) AS withdrawals`,
    [new Date(nowMs)],
  )
  return rows[0]
}
