import type { DepositMethod, Paise, RequestStatus } from '@kismet/contracts'
import { isUniqueViolation, msOf } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Position } from '../domain/cursor.ts'
import type { QueueState } from '../telemetry.ts'

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
}

const columns = `id, player_id AS "playerId", player_email AS "playerEmail", amount_paise AS "amountPaise", method, utr, proof_pages AS "proofPages", status,
  admin_reason AS "adminReason", ${msOf('created_at')} AS "createdAtMs", ${msOf('decided_at')} AS "decidedAtMs", decided_by_name AS "decidedByName",
  ${msOf('proof_deleted_at')} AS "proofDeletedAtMs"`

/** Stores a request that waits. @throws Refusal `duplicate_utr` when another one that is not rejected has its reference. */
export async function insertDeposit(
  db: Queryable,
  deposit: StoredDeposit,
  { utrNormalised, proofBytes }: { utrNormalised: string; proofBytes: number },
): Promise<void> {
  const { id, playerId, playerEmail, amountPaise, method, utr, proofPages, createdAtMs } = deposit
  const said = [id, playerId, playerEmail, amountPaise, method, utr, utrNormalised]
  try {
    await db.query(
      `INSERT INTO deposit (id, player_id, player_email, amount_paise, method, utr, utr_normalised, proof_pages, proof_bytes, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [...said, proofPages, proofBytes, new Date(createdAtMs)],
    )
  } catch (error) {
    throw isUniqueViolation(error, 'deposit_reference_in_use') ? new Refusal('duplicate_utr') : error
  }
}

export async function findDeposit(db: Queryable, id: string): Promise<StoredDeposit | undefined> {
  return (await db.query<StoredDeposit>(`SELECT ${columns} FROM deposit WHERE id = $1`, [id])).rows[0]
}

/** Some rows of a list, from its start or after a position. */
export interface Page {
  readonly after: Position | undefined
  readonly limit: number
}

/** A page in the order of a time. `which` is SQL with the `values` from $4 on. */
async function listBy(
  db: Queryable,
  order: 'created_at ASC' | 'created_at DESC' | 'decided_at DESC',
  { after, limit }: Page,
  which: string,
  ...values: unknown[]
): Promise<StoredDeposit[]> {
  const [column, direction] = order.split(' ')
  const { rows } = await db.query<StoredDeposit>(
    `SELECT ${columns} FROM deposit
     WHERE ${which} AND ($1::timestamptz IS NULL OR (${column}, id) ${direction === 'ASC' ? '>' : '<'} ($1, $2::uuid))
     ORDER BY ${column} ${direction}, id ${direction} LIMIT $3`,
    [after === undefined ? null : new Date(after.atMs), after?.id ?? null, limit, ...values],
  )
  return rows
}

/** A player's requests, newest first. */
export function depositsOfPlayer(db: Queryable, playerId: string, page: Page): Promise<StoredDeposit[]> {
  return listBy(db, 'created_at DESC', page, 'player_id = $4', playerId)
}

/** What waits, oldest first. */
export function pendingDeposits(db: Queryable, page: Page): Promise<StoredDeposit[]> {
  return listBy(db, 'created_at ASC', page, `status = 'pending'`)
}

/** What is decided (one way, or both), the newest decision first. */
export function decidedDeposits(
  db: Queryable,
  status: 'approved' | 'rejected' | undefined,
  page: Page,
): Promise<StoredDeposit[]> {
  return listBy(
    db,
    'decided_at DESC',
    page,
    `status <> 'pending' AND ($4::text IS NULL OR status = $4)`,
    status ?? null,
  )
}

export async function countPending(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ count: number }>(`SELECT count(*) AS count FROM deposit WHERE status = 'pending'`)
  return rows[0]?.count ?? 0
}

export async function readQueueState(db: Queryable, nowMs: number): Promise<QueueState | undefined> {
  const { rows } = await db.query<QueueState>(
    `SELECT count(*) AS pending, coalesce(greatest(extract(epoch FROM $1::timestamptz - min(created_at)), 0), 0)::float8 AS "oldestPendingSeconds",
            (SELECT count(*) FROM deposit WHERE credit_due_at IS NOT NULL) AS owed
     FROM deposit WHERE status = 'pending'`,
    [new Date(nowMs)],
  )
  return rows[0]
}
