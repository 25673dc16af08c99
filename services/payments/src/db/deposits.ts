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

/** Which requests are asked for; what is undefined leaves none out. */
export interface Choice {
  readonly player?: string | undefined
  readonly status?: RequestStatus | undefined
  readonly method?: DepositMethod | undefined
  readonly minAmount?: Paise | undefined
  readonly maxAmount?: Paise | undefined
  /** A part of the player's e-mail, of the reference or of the id. */
  readonly search?: string | undefined
}

/** In which order requests are listed; those that are equal in it by their ids. */
export interface Order {
  readonly by: 'createdAt' | 'decidedAt' | 'amount'
  readonly direction: 'asc' | 'desc'
}

const orderedBy = {
  createdAt: { column: 'created_at', place: 'timestamptz', valueOf: (at: number) => new Date(at) },
  decidedAt: { column: 'decided_at', place: 'timestamptz', valueOf: (at: number) => new Date(at) },
  amount: { column: 'amount_paise', place: 'bigint', valueOf: (at: number) => at },
} as const

/** A text as a part of what LIKE looks for, with nothing in it that would match more than itself. */
const likePart = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** SQL of a choice, and its values from `$first` on. */
function conditionsOf(choice: Choice, first: number): { sql: string[]; values: unknown[] } {
  const { player, status, method, minAmount, maxAmount, search = '' } = choice
  const values: unknown[] = []
  const is = (sql: string, value: unknown): string[] =>
    value === undefined ? [] : [sql.replace('?', `$${first + values.push(value) - 1}`)]
  const sought = search.toLowerCase()
  // People write references and ids with spaces and hyphens between their groups.
  const bare = sought.replace(/[\s-]/g, '')
  const parts =
    bare === '' ? [] : [...new Set([sought, bare])].flatMap((part) => is('search_text LIKE ?', likePart(part)))
  const sql = [
    ...is('player_id = ?', player),
    ...is('status = ?', status),
    ...is('method = ?', method),
    ...is('amount_paise >= ?', minAmount),
    ...is('amount_paise <= ?', maxAmount),
    ...(parts.length === 0 ? [] : [`(${parts.join(' OR ')})`]),
  ]
  return { sql, values }
}

/** A page of the requests of a choice. Those without the time that orders them are left out: undecided ones of a list by decision. */
export async function listDeposits(
  db: Queryable,
  { by, direction }: Order,
  { after, limit }: Page,
  choice: Choice,
): Promise<StoredDeposit[]> {
  const { column, place, valueOf } = orderedBy[by]
  const chosen = conditionsOf(choice, 4)
  const isIn = by === 'decidedAt' ? [`status <> 'pending'`] : []
  const isAfter = `($1::${place} IS NULL OR (${column}, id) ${direction === 'asc' ? '>' : '<'} ($1, $2::uuid))`
  const { rows } = await db.query<StoredDeposit>(
    `SELECT ${columns} FROM deposit WHERE ${[...isIn, ...chosen.sql, isAfter].join(' AND ')}
     ORDER BY ${column} ${direction}, id ${direction} LIMIT $3`,
    [after === undefined ? null : valueOf(after.at), after?.id ?? null, limit, ...chosen.values],
  )
  return rows
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
