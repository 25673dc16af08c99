import { Id, paise } from '@kismet/contracts'
import type { DepositMethod, Output, Paise, readWaiting, RequestKind, RequestStatus } from '@kismet/contracts'
import { isoOf, isUniqueViolation, msOf } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import { Refusal } from '@kismet/service-kit/refusal'
import { betterProofOfRequest } from './better-proofs.ts'
import type { StoredBetterProof } from './better-proofs.ts'
import type { AccountFields } from './accounts.ts'

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
  /** What the player asked for, if `amountPaise` is another amount that an admin has approved. */
  readonly askedPaise: Paise | null
  /** Of all proofs. */
  readonly proofPages: number
  readonly betterProof: StoredBetterProof | null
  /** The first page of the newest proof; null while the first proof is the newest. */
  readonly newProofFrom: number | null
  readonly proofDeletedAtMs: number | null
  /** The account as the player saw it. */
  readonly payToRevision: string | null
  readonly payNote: string | null
}

/** A bank account at the time of a request. */
export interface ChosenAccount extends AccountFields {
  readonly accountId: string
  readonly addedAtMs: number
  readonly changedAtMs: number
  /** Until when the account had to wait, if it had to; absent in requests of an earlier release. */
  readonly usableFromMs?: number | null
  /** When the withdraw password was set with a mailed code; absent in requests of an earlier release. */
  readonly passwordResetAtMs?: number | null
}

export interface StoredWithdrawal extends AnyRequest {
  readonly kind: 'withdrawal'
  readonly account: ChosenAccount
  readonly heldAtMs: number | null
  /** The balance after the hold. */
  readonly heldBalancePaise: Paise | null
  readonly heldBalanceSeq: number | null
  /** The error with which the wallet refused the hold. */
  readonly refusal: Pick<Refusal, 'code' | 'message' | 'params'> | null
  /** Who pays the withdrawal at the bank, also after the payout expired. */
  readonly payBy: string | null
  readonly payByName: string | null
  readonly paySinceMs: number | null
  /** Null in a payment file. */
  readonly payUntilMs: number | null
  readonly payoutFileId: string | null
  /** The bank's reference of the payment, normalised. */
  readonly paidReference: string | null
}

export type StoredRequest = StoredDeposit | StoredWithdrawal
export type StoredOf<Kind extends RequestKind> = Extract<StoredRequest, { kind: Kind }>

/** What the player asked for, in paise. */
export const askedOf = (request: StoredRequest): Paise =>
  (request.kind === 'deposit' ? request.askedPaise : null) ?? request.amountPaise

export const columns = `id, kind, player_id AS "playerId", player_email AS "playerEmail", amount_paise AS "amountPaise", status,
  admin_reason AS "adminReason", ${msOf('created_at')} AS "createdAtMs", input_sha256 AS "inputSha256",
  ${msOf('first_approved_at')} AS "firstApprovedAtMs", first_approved_by AS "firstApprovedBy", first_approved_by_name AS "firstApprovedByName",
  ${msOf('decided_at')} AS "decidedAtMs", decided_by_name AS "decidedByName", ${msOf('booked_at')} AS "bookedAtMs",
  claimed_by AS "claimedBy", claimed_by_name AS "claimedByName", ${msOf('claimed_until')} AS "claimedUntilMs",
  method, utr, asked_paise AS "askedPaise", proof_pages AS "proofPages", ${msOf('proof_deleted_at')} AS "proofDeletedAtMs",
  pay_to_revision AS "payToRevision", pay_note AS "payNote",
  account, ${msOf('held_at')} AS "heldAtMs", held_balance_paise AS "heldBalancePaise", held_balance_seq AS "heldBalanceSeq", refusal,
  pay_by AS "payBy", pay_by_name AS "payByName", ${msOf('pay_since')} AS "paySinceMs", ${msOf('pay_until')} AS "payUntilMs",
  payout_file_id AS "payoutFileId", paid_reference AS "paidReference",
  ${betterProofOfRequest}`

/** SQL of the requests that admins see. */
export const forAdmins = `status NOT IN ('asked', 'refused')`

export async function findRequest(db: Queryable, id: string): Promise<StoredRequest | undefined> {
  return (await db.query<StoredRequest>(`SELECT ${columns} FROM request WHERE id = $1`, [id])).rows[0]
}

/** Requests of one kind by their ids. With `FOR UPDATE`, in the order of their ids, so that two callers do not deadlock. */
export async function findRequests<Kind extends RequestKind>(
  db: Queryable,
  kind: Kind,
  ids: readonly string[],
  lock: '' | 'FOR UPDATE' = '',
): Promise<StoredOf<Kind>[]> {
  const sql = `SELECT ${columns} FROM request WHERE kind = $1 AND id = ANY ($2::uuid[]) AND ${forAdmins} ORDER BY id ${lock}`
  return (await db.query<StoredOf<Kind>>(sql, [kind, ids])).rows
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

type Value = string | number | boolean | null | Date | Buffer | ChosenAccount | StoredWithdrawal['refusal']

/** The columns of a new request of each kind. */
interface NewColumns {
  readonly deposit:
    | 'method'
    | 'utr'
    | 'utr_normalised'
    | 'proof_pages'
    | 'proof_bytes'
    | 'proof_sha256'
    | 'pay_to_revision'
    | 'pay_note'
  readonly withdrawal: 'account' | 'due_at'
}
type AnyNewColumn = 'id' | 'player_id' | 'player_email' | 'amount_paise' | 'created_at' | 'key' | 'input_sha256'

/** @throws Refusal `duplicate_utr` when another request that is not rejected has the reference */
export async function insertRequest<Kind extends RequestKind>(
  db: Queryable,
  row: { readonly kind: Kind; readonly status: StoredStatus } & Readonly<
    Record<AnyNewColumn | NewColumns[Kind], Value>
  >,
): Promise<StoredOf<Kind>> {
  const names = Object.keys(row)
  const places = names.map((_, at) => `$${at + 1}`)
  const sql = `INSERT INTO request (${names.join(', ')}) VALUES (${places.join(', ')}) RETURNING ${columns}`
  try {
    const [inserted] = (await db.query<StoredOf<Kind>>(sql, Object.values(row))).rows
    if (inserted === undefined) throw new Error('A new request has no row')
    return inserted
  } catch (error) {
    throw isUniqueViolation(error, 'request_reference_in_use') ? new Refusal('duplicate_utr') : error
  }
}

type HeldColumn = `held_${'at' | 'balance_paise' | 'balance_seq'}`
type DecidedColumn = `${'first_approved' | 'decided'}_${'at' | 'by' | 'by_name'}`
type ClaimColumn = `claimed_${'by' | 'by_name' | 'until'}`
type ApprovalColumn = 'row_origin' | 'approved_alone'
type PayoutColumn = `pay_${'by' | 'by_name' | 'since' | 'until'}` | 'payout_file_id' | 'paid_reference'
type OtherColumn = 'amount_paise' | 'asked_paise' | 'status' | 'admin_reason' | 'key' | 'refusal' | 'due_at'
type ChangedColumn = OtherColumn | HeldColumn | DecidedColumn | ApprovalColumn | ClaimColumn | PayoutColumn
export type Changes = Readonly<Partial<Record<ChangedColumn, Value>>>

/** Changes a request that is in the state `from`. @returns undefined when it is in another */
export async function changeRequest(
  db: Queryable,
  id: string,
  from: 'asked' | 'pending',
  to: Changes,
): Promise<StoredRequest | undefined> {
  const set = Object.keys(to).map((name, at) => `${name} = $${at + 3}`)
  const sql = `UPDATE request SET ${set.join(', ')} WHERE id = $1 AND status = $2 RETURNING ${columns}`
  return (await db.query<StoredRequest>(sql, [id, from, ...Object.values(to)])).rows[0]
}

/** Marks that the wallet booked what a decision brings. @returns false when it was marked before */
export async function markBooked(db: Queryable, id: string, atMs: number): Promise<boolean> {
  const sql = 'UPDATE request SET booked_at = $2 WHERE id = $1 AND booked_at IS NULL'
  return (await db.query(sql, [id, new Date(atMs)])).rowCount === 1
}

/** SQL of the requests that the wallet has still to book or hold: the outbox of the money. Pending requests are not among them. */
const unbooked = `booked_at IS NULL AND status <> 'pending' AND (kind = 'withdrawal' OR status = 'approved')`

/**
 * Takes unbooked requests that are due, and sets their next try to twice their age, 5 to 60 s later. So two replicas
 * seldom send the same command, and a command outlives a crash of its sender.
 */
export async function takeDueRequests(db: Queryable, nowMs: number, limit: number): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `UPDATE request SET due_at = ${nextTry('coalesce(decided_at, created_at)')}
     WHERE id IN (SELECT id FROM request WHERE ${unbooked} AND due_at <= $1 ORDER BY due_at LIMIT $2 FOR UPDATE SKIP LOCKED)
     RETURNING id`,
    [new Date(nowMs), limit],
  )
  return rows.map(({ id }) => id)
}

/** SQL of the time of the next try at `$1`: after the age of what is sent, but 5 to 60 s. */
export const nextTry = (since: string): string =>
  `$1::timestamptz + least(greatest($1 - ${since}, interval '5 s'), interval '60 s')`

/**
 * The process that changes a request sends its command at once. After this time, longer than most commands of the
 * wallet take, the worker takes it over.
 */
export const firstDueMs = 5_000

/** How many requests of each kind wait for an admin. */
export async function countWaiting(db: Queryable): Promise<{ deposits: number; withdrawals: number }> {
  const { rows } = await db.query<{ kind: RequestKind; count: number }>(
    `SELECT kind, count(*) AS count FROM request WHERE status = 'pending' GROUP BY kind`,
  )
  const of = (kind: RequestKind) => rows.find((row) => row.kind === kind)?.count ?? 0
  return { deposits: of('deposit'), withdrawals: of('withdrawal') }
}

/** The number and the sum of the requests that wait, and the oldest. */
export async function readWaitingRequests(db: Queryable): Promise<Output<typeof readWaiting>> {
  const { rows } = await db.query<Output<typeof readWaiting>>(
    `SELECT count(*) AS count, coalesce(sum(amount_paise), 0)::bigint AS "sumPaise",
       (array_agg(jsonb_build_object('kind', kind, 'id', id, 'email', player_email, 'amountPaise', amount_paise,
          'at', ${isoOf('created_at')}) ORDER BY created_at, id))[1] AS oldest
     FROM request WHERE status = 'pending'`,
  )
  return rows[0] ?? { count: 0, sumPaise: paise(0), oldest: null }
}

/** How many withdrawals of a player wait, with those of an unknown hold. */
export async function countPendingWithdrawals(db: Queryable, playerId: string): Promise<number> {
  const sql = `SELECT count(*) AS count FROM request WHERE kind = 'withdrawal' AND player_id = $1 AND decided_at IS NULL`
  return (await db.query<{ count: number }>(sql, [playerId])).rows[0]?.count ?? 0
}

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
