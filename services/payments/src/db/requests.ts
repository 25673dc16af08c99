import { Id } from '@kismet/contracts'
import type { DepositMethod, Paise, RequestKind, RequestStatus } from '@kismet/contracts'
import { isUniqueViolation, msOf } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Admin } from '@kismet/service-kit/tokens'

/**
 * `asked`: it is unknown whether the wallet holds the money of a withdrawal. `refused`: the wallet refused the hold.
 * Admins see neither.
 */
export type StoredStatus = RequestStatus | 'asked' | 'refused'

interface AnyRequest {
  readonly id: string
  readonly playerId: string
  readonly playerEmail: string
  readonly amountPaise: Paise
  readonly status: StoredStatus
  readonly adminReason: string | null
  readonly createdAtMs: number
  readonly inputSha256: Buffer | null
  readonly firstApprovedAtMs: number | null
  readonly firstApprovedBy: string | null
  readonly firstApprovedByName: string | null
  /** Also when the wallet refused a withdrawal. */
  readonly decidedAtMs: number | null
  readonly decidedByName: string | null
  /** When the wallet booked what the decision brings. */
  readonly bookedAtMs: number | null
  readonly claimedBy: string | null
  readonly claimedByName: string | null
  readonly claimedUntilMs: number | null
}

export interface StoredDeposit extends AnyRequest {
  readonly kind: 'deposit'
  readonly method: DepositMethod
  readonly utr: string
  readonly proofPages: number
  readonly proofDeletedAtMs: number | null
}

/** A bank account at the time of a request. */
export interface ChosenAccount {
  readonly accountId: string
  readonly name: string
  readonly accountNumber: string
  readonly ifsc: string
  readonly mobile: string
  readonly addedAtMs: number
  readonly changedAtMs: number
}

export interface StoredWithdrawal extends AnyRequest {
  readonly kind: 'withdrawal'
  readonly account: ChosenAccount
  readonly heldAtMs: number | null
  /** The balance after the hold. */
  readonly heldBalancePaise: Paise | null
  readonly heldBalanceSeq: number | null
}

export type StoredRequest = StoredDeposit | StoredWithdrawal
export type StoredOf<Kind extends RequestKind> = Extract<StoredRequest, { kind: Kind }>

/** SQL of all fields of a request. */
export const columns = `id, kind, player_id AS "playerId", player_email AS "playerEmail", amount_paise AS "amountPaise", status,
  admin_reason AS "adminReason", ${msOf('created_at')} AS "createdAtMs", input_sha256 AS "inputSha256",
  ${msOf('first_approved_at')} AS "firstApprovedAtMs", first_approved_by AS "firstApprovedBy", first_approved_by_name AS "firstApprovedByName",
  ${msOf('decided_at')} AS "decidedAtMs", decided_by_name AS "decidedByName", ${msOf('booked_at')} AS "bookedAtMs",
  claimed_by AS "claimedBy", claimed_by_name AS "claimedByName", ${msOf('claimed_until')} AS "claimedUntilMs",
  method, utr, proof_pages AS "proofPages", ${msOf('proof_deleted_at')} AS "proofDeletedAtMs",
  account, ${msOf('held_at')} AS "heldAtMs", held_balance_paise AS "heldBalancePaise", held_balance_seq AS "heldBalanceSeq"`

/** SQL of the requests that admins see. */
export const forAdmins = `status NOT IN ('asked', 'refused')`

export async function findRequest(db: Queryable, id: string): Promise<StoredRequest | undefined> {
  return (await db.query<StoredRequest>(`SELECT ${columns} FROM request WHERE id = $1`, [id])).rows[0]
}

/** Deposits by their ids. */
export async function findDeposits(db: Queryable, ids: readonly string[]): Promise<StoredDeposit[]> {
  const sql = `SELECT ${columns} FROM request WHERE kind = 'deposit' AND id = ANY ($1::uuid[])`
  return (await db.query<StoredDeposit>(sql, [ids])).rows
}

/**
 * A request that admins see. With `FOR UPDATE` it does not change until the transaction ends.
 * @throws Refusal `not_found`
 */
export async function requireRequest<Kind extends RequestKind>(
  db: Queryable,
  id: string,
  kinds: readonly Kind[],
  lock: '' | 'FOR UPDATE' = '',
): Promise<StoredOf<Kind>> {
  if (!Id.safeParse(id).success) throw new Refusal('not_found')
  const sql = `SELECT ${columns} FROM request WHERE id = $1 AND kind = ANY ($2) AND ${forAdmins} ${lock}`
  const [found] = (await db.query<StoredOf<Kind>>(sql, [id, kinds])).rows
  if (found === undefined) throw new Refusal('not_found')
  return found
}

export interface RequestKey<Kind extends RequestKind = RequestKind> {
  readonly kind: Kind
  readonly playerId: string
  /** The idempotency key. */
  readonly key: string
  readonly inputSha256: Buffer
}

/** The request with an idempotency key. @throws Refusal `idempotency_conflict` for a key with another input */
export async function findByKey<Kind extends RequestKind>(
  db: Queryable,
  { kind, playerId, key, inputSha256 }: RequestKey<Kind>,
): Promise<StoredOf<Kind> | undefined> {
  const sql = `SELECT ${columns} FROM request WHERE kind = $1 AND player_id = $2 AND key = $3`
  const [found] = (await db.query<StoredOf<Kind>>(sql, [kind, playerId, key])).rows
  if (found?.inputSha256?.equals(inputSha256) === false) throw new Refusal('idempotency_conflict')
  return found
}

export async function isReferenceInUse(db: Queryable, utrNormalised: string): Promise<boolean> {
  const sql = `SELECT FROM request WHERE reference = ltrim($1, '0') AND status <> 'rejected'`
  return (await db.query(sql, [utrNormalised])).rows.length > 0
}

/** The columns of a new request. */
interface NewRequest {
  readonly id: string
  readonly player_id: string
  readonly player_email: string
  readonly amount_paise: Paise
  readonly created_at: Date
  readonly key: string
  readonly input_sha256: Buffer
}

export interface NewDeposit extends NewRequest {
  readonly kind: 'deposit'
  readonly status: 'pending'
  readonly method: DepositMethod
  readonly utr: string
  readonly utr_normalised: string
  readonly proof_pages: number
  readonly proof_bytes: number
  readonly proof_sha256: Buffer
}

export interface NewWithdrawal extends NewRequest {
  readonly kind: 'withdrawal'
  readonly status: 'asked'
  readonly account: ChosenAccount
}

/** @throws Refusal `duplicate_utr` when another request that is not rejected has the reference */
export async function insertRequest<Row extends NewDeposit | NewWithdrawal>(
  db: Queryable,
  row: Row,
): Promise<StoredOf<Row['kind']>> {
  const names = Object.keys(row)
  const places = names.map((_, at) => `$${at + 1}`)
  const sql = `INSERT INTO request (${names.join(', ')}) VALUES (${places.join(', ')}) RETURNING ${columns}`
  try {
    const { rows } = await db.query<StoredOf<Row['kind']>>(sql, Object.values(row))
    return theRow(rows)
  } catch (error) {
    throw isUniqueViolation(error, 'request_reference_in_use') ? new Refusal('duplicate_utr') : error
  }
}

function theRow<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('A request has changed under a lock')
  return row
}

export interface Decision {
  readonly status: 'approved' | 'rejected'
  readonly adminReason: string | null
  readonly admin: Pick<Admin, 'id' | 'username'>
  readonly atMs: number
  /** When the worker of the outbox takes over the booking. */
  readonly dueAtMs: number
}

/** Decides a locked request. What the decision brings in the wallet is in the outbox from that moment. */
export async function decide(db: Queryable, id: string, decision: Decision): Promise<StoredRequest> {
  const { status, adminReason, admin, atMs, dueAtMs } = decision
  const { rows } = await db.query<StoredRequest>(
    `WITH decided AS (
       UPDATE request SET status = $2, admin_reason = $3, decided_at = $4, decided_by = $5, decided_by_name = $6
       WHERE id = $1 AND status = 'pending' RETURNING *),
     owed AS (
       INSERT INTO outbox (id, kind, created_at, due_at)
       SELECT id, 'booking', decided_at, $7 FROM decided WHERE kind = 'withdrawal' OR status = 'approved')
     SELECT ${columns} FROM decided`,
    [id, status, adminReason, new Date(atMs), admin.id, admin.username, new Date(dueAtMs)],
  )
  return theRow(rows)
}

/** Notes the first of two approvals of a locked request. */
export async function noteFirstApproval(
  db: Queryable,
  id: string,
  { admin, atMs }: Pick<Decision, 'admin' | 'atMs'>,
): Promise<StoredRequest> {
  const { rows } = await db.query<StoredRequest>(
    `UPDATE request SET first_approved_at = $2, first_approved_by = $3, first_approved_by_name = $4
     WHERE id = $1 AND status = 'pending' RETURNING ${columns}`,
    [id, new Date(atMs), admin.id, admin.username],
  )
  return theRow(rows)
}

/** Marks that the wallet holds the money of a withdrawal. @returns false when the hold was marked or refused before */
export async function markHeld(
  db: Queryable,
  id: string,
  { balancePaise, balanceSeq }: { readonly balancePaise: Paise; readonly balanceSeq: number },
  atMs: number,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE request SET status = 'pending', held_at = $2, held_balance_paise = $3, held_balance_seq = $4 WHERE id = $1 AND status = 'asked'`,
    [id, new Date(atMs), balancePaise, balanceSeq],
  )
  return rowCount === 1
}

/**
 * Marks that the wallet refused a hold, and frees the key. The wallet releases the request in any case, because an
 * earlier hold may have come through. After the release a late hold is refused.
 * @param reason for the player, who sees a refused request with a reason only
 * @returns false when the hold was marked or refused before
 */
export async function markRefused(db: Queryable, id: string, reason: string | null, atMs: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `WITH refused AS (
       UPDATE request SET status = 'refused', decided_at = $2, admin_reason = $3, key = NULL WHERE id = $1 AND status = 'asked' RETURNING id)
     INSERT INTO outbox (id, kind, created_at, due_at) SELECT id, 'booking', $2, $2 FROM refused`,
    [id, new Date(atMs), reason],
  )
  return rowCount === 1
}

/** Marks that the wallet booked what a decision brings. @returns false when it was marked before */
export async function markBooked(db: Queryable, id: string, atMs: number): Promise<boolean> {
  const sql = 'UPDATE request SET booked_at = $2 WHERE id = $1 AND booked_at IS NULL'
  return (await db.query(sql, [id, new Date(atMs)])).rowCount === 1
}

/** How many requests of each kind wait for an admin. */
export async function countWaiting(db: Queryable): Promise<{ deposits: number; withdrawals: number }> {
  const { rows } = await db.query<{ kind: RequestKind; count: number }>(
    `SELECT kind, count(*) AS count FROM request WHERE status = 'pending' GROUP BY kind`,
  )
  const of = (kind: RequestKind) => rows.find((row) => row.kind === kind)?.count ?? 0
  return { deposits: of('deposit'), withdrawals: of('withdrawal') }
}

/** How many withdrawals of a player wait, with those of an unknown hold. */
export async function countPendingWithdrawals(db: Queryable, playerId: string): Promise<number> {
  const sql = `SELECT count(*) AS count FROM request WHERE kind = 'withdrawal' AND player_id = $1 AND decided_at IS NULL`
  return (await db.query<{ count: number }>(sql, [playerId])).rows[0]?.count ?? 0
}

/** SQL of the requests that the wallet has still to book or hold. Pending requests are not among them. */
const unbooked = `booked_at IS NULL AND status <> 'pending' AND (kind = 'withdrawal' OR status = 'approved')`

/** Requests that the wallet has not booked: approved deposits, ended withdrawals, and withdrawals with an unknown hold. */
export async function countUnbooked(db: Queryable): Promise<ReadonlyMap<string, number>> {
  const { rows } = await db.query<Record<string, number>>(
    `SELECT count(*) FILTER (WHERE kind = 'deposit') AS deposit, count(*) FILTER (WHERE status = 'asked') AS hold,
            count(*) FILTER (WHERE kind = 'withdrawal' AND status <> 'asked') AS withdrawal
     FROM request WHERE ${unbooked}`,
  )
  return new Map(Object.entries(rows[0] ?? {}))
}

/** Requests of a player that wait for a decision, or for its booking in the wallet. */
export async function countUnfinished(db: Queryable, playerId: string): Promise<number> {
  const sql = `SELECT count(*) AS count FROM request WHERE player_id = $1 AND (status = 'pending' OR ${unbooked})`
  return (await db.query<{ count: number }>(sql, [playerId])).rows[0]?.count ?? 0
}
