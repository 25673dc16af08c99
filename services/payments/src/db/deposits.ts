import type { DepositMethod, Paise, RequestStatus } from '@kismet/contracts'
import { isUniqueViolation } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Position } from '../domain/cursor.ts'

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

/** SQL: a point in time in ms since the epoch. */
const msOf = (column: string) => `(extract(epoch FROM ${column}) * 1000)::bigint`
const columns = `id, player_id AS "playerId", player_email AS "playerEmail", amount_paise AS "amountPaise", method, utr, proof_pages AS "proofPages", status,
  admin_reason AS "adminReason", ${msOf('created_at')} AS "createdAtMs", ${msOf('decided_at')} AS "decidedAtMs", decided_by_name AS "decidedByName",
  ${msOf('proof_deleted_at')} AS "proofDeletedAtMs"`

async function select(db: Queryable, rest: string, values: unknown[]): Promise<StoredDeposit[]> {
  return (await db.query<StoredDeposit>(`SELECT ${columns} FROM deposit ${rest}`, values)).rows
}

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
  const [deposit] = await select(db, 'WHERE id = $1', [id])
  return deposit
}

/** A player's requests, newest first, after a position. */
export function depositsOfPlayer(
  db: Queryable,
  playerId: string,
  after: Position | undefined,
  limit: number,
): Promise<StoredDeposit[]> {
  return select(
    db,
    `WHERE player_id = $1 AND ($2::timestamptz IS NULL OR (created_at, id) < ($2, $3::uuid))
     ORDER BY created_at DESC, id DESC LIMIT $4`,
    [playerId, ...valuesOf(after), limit],
  )
}

/** What waits, oldest first, after a position. */
export function pendingDeposits(db: Queryable, after: Position | undefined, limit: number): Promise<StoredDeposit[]> {
  return select(
    db,
    `WHERE status = 'pending' AND ($1::timestamptz IS NULL OR (created_at, id) > ($1, $2::uuid))
     ORDER BY created_at, id LIMIT $3`,
    [...valuesOf(after), limit],
  )
}

/** What is decided (one way, or both), the newest decision first, after a position. */
export function decidedDeposits(
  db: Queryable,
  status: 'approved' | 'rejected' | undefined,
  after: Position | undefined,
  limit: number,
): Promise<StoredDeposit[]> {
  return select(
    db,
    `WHERE status <> 'pending' AND ($1::text IS NULL OR status = $1) AND ($2::timestamptz IS NULL OR (decided_at, id) < ($2, $3::uuid))
     ORDER BY decided_at DESC, id DESC LIMIT $4`,
    [status ?? null, ...valuesOf(after), limit],
  )
}

function valuesOf(after: Position | undefined): [Date | null, string | null] {
  return after === undefined ? [null, null] : [new Date(after.atMs), after.id]
}

export async function countPending(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ count: number }>(`SELECT count(*) AS count FROM deposit WHERE status = 'pending'`)
  return rows[0]?.count ?? 0
}
