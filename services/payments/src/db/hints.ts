import { limits } from '@kismet/contracts'
import type { Paise, RequestKind, RequestStatus, RiskKind } from '@kismet/contracts'
import { msOf } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import { forAdmins } from './requests.ts'

/** Another request that a hint is about. */
export interface Related {
  readonly kind: RequestKind
  readonly id: string
  readonly playerId: string
  readonly playerEmail: string
  readonly amountPaise: Paise
  readonly status: RequestStatus
  readonly createdAtMs: number
}

const { relatedShown, similarProofDays } = limits.requests

const related = (
  kind: RequestKind,
) => `'${kind}' AS kind, other.id, other.player_id AS "playerId", other.player_email AS "playerEmail",
  other.amount_paise AS "amountPaise", other.status, ${msOf('other.created_at')} AS "createdAtMs"`

async function find(db: Queryable, sql: string, values: unknown[]): Promise<Related[]> {
  return (await db.query<Related>(`${sql} ORDER BY other.created_at DESC LIMIT ${relatedShown}`, values)).rows
}

/** SQL of what makes `other` a request that a risk of `own` is about. */
const rejectedReference = `other.reference = own.reference AND other.id <> own.id AND other.status = 'rejected'`
const sameProof = 'other.proof_sha256 = own.proof_sha256 AND other.id <> own.id'
/** The request that the row with the reference and amount of `own` has paid for. */
const payerOf = `SELECT r.deposit_id FROM bank_row AS r WHERE r.reference = own.reference AND r.amount_paise = own.amount_paise AND r.deposit_id <> own.id`
const sameAccount =
  'other.account_number = own.account_number AND other.account_ifsc = own.account_ifsc AND other.player_id <> own.player_id AND other.held_at IS NOT NULL'
const sameKeptAccount =
  'other.account_number = own.account_number AND other.ifsc = own.account_ifsc AND other.player_id <> own.player_id'

/** Rejected requests with the reference of this one. */
export function rejectedWithReference(db: Queryable, depositId: string): Promise<Related[]> {
  return find(
    db,
    `SELECT ${related('deposit')} FROM request AS own JOIN request AS other ON ${rejectedReference} WHERE own.id = $1`,
    [depositId],
  )
}

/** Requests with the very file of this one. */
export function withSameProof(db: Queryable, depositId: string): Promise<Related[]> {
  return find(
    db,
    `SELECT ${related('deposit')} FROM request AS own JOIN request AS other ON ${sameProof} WHERE own.id = $1`,
    [depositId],
  )
}

/** The other request that the bank row of this request has paid for: a player filed two for one payment, one with a mistyped reference. */
export function paidByItsRow(db: Queryable, depositId: string): Promise<Related[]> {
  return find(
    db,
    `SELECT ${related('deposit')} FROM request AS own JOIN request AS other ON other.id = ANY (ARRAY (${payerOf})) WHERE own.id = $1`,
    [depositId],
  )
}

/** Of 256 bits: what re-encoding, scaling and a crop of the edge change. Two receipts of one app differ in more. */
const alikeBits = 10

/** Requests with a picture that looks like a picture of this request, from another file. */
export function withSimilarProof(db: Queryable, depositId: string, nowMs: number): Promise<Related[]> {
  return find(
    db,
    `SELECT ${related('deposit')} FROM request AS own, request AS other
     WHERE own.id = $1 AND other.proof_sha256 IS DISTINCT FROM own.proof_sha256 AND other.created_at > $2 AND other.id IN (
       SELECT that.deposit_id FROM proof_page AS this JOIN proof_page AS that
         ON that.deposit_id <> this.deposit_id AND bit_count(that.print # this.print) <= ${alikeBits}
       WHERE this.deposit_id = $1)`,
    [depositId, new Date(nowMs - similarProofDays * 24 * 60 * 60_000)],
  )
}

/** Whether another player has or had the bank account of a withdrawal, and that player's withdrawals to it. */
export async function othersWithAccount(
  db: Queryable,
  withdrawalId: string,
): Promise<{ readonly isShared: boolean; readonly requests: Related[] }> {
  const requests = await find(
    db,
    `SELECT ${related('withdrawal')} FROM request AS own JOIN request AS other ON ${sameAccount} WHERE own.id = $1`,
    [withdrawalId],
  )
  const { rows } = await db.query(
    `SELECT FROM request AS own JOIN bank_account AS other ON ${sameKeptAccount} WHERE own.id = $1 LIMIT 1`,
    [withdrawalId],
  )
  return { isShared: rows.length > 0 || requests.length > 0, requests }
}

/** SQL of the risks of each kind of request. All of them are found by an index. */
const risksOf = {
  deposit: [
    ['bank_row_used', `EXISTS (${payerOf})`],
    ['utr_rejected_before', `EXISTS (SELECT FROM request AS other WHERE ${rejectedReference})`],
    ['same_proof', `EXISTS (SELECT FROM request AS other WHERE ${sameProof})`],
  ],
  withdrawal: [
    [
      'account_of_others',
      `(EXISTS (SELECT FROM request AS other WHERE ${sameAccount}) OR EXISTS (SELECT FROM bank_account AS other WHERE ${sameKeptAccount}))`,
    ],
  ],
} as const satisfies Record<RequestKind, readonly (readonly [RiskKind, string])[]>

export type Risks = ReadonlyMap<string, readonly RiskKind[]>

/** The risks of those requests of one kind that have any, by the request. */
export async function findRisks(db: Queryable, kind: RequestKind, ids: readonly string[]): Promise<Risks> {
  if (ids.length === 0) return new Map()
  const found = risksOf[kind].map(([risk, sql]) => `CASE WHEN ${sql} THEN '${risk}' END`)
  const { rows } = await db.query<{ id: string; risks: RiskKind[] }>(
    `SELECT own.id, array_remove(ARRAY[${found.join(', ')}], NULL) AS risks FROM request AS own WHERE own.id = ANY ($1::uuid[])`,
    [ids],
  )
  return new Map(rows.map(({ id, risks }) => [id, risks]))
}

interface Tally {
  readonly count: number
  readonly amountPaise: Paise
}

export interface Tallies {
  readonly deposit: Readonly<Record<RequestStatus, Tally>>
  readonly withdrawal: Readonly<Record<RequestStatus, Tally>>
  readonly firstRequestAtMs: number | null
}

/** What a player has asked for until now. */
export async function talliesOf(db: Queryable, playerId: string): Promise<Tallies> {
  const { rows } = await db.query<Tally & { kind: RequestKind; status: RequestStatus; firstMs: number }>(
    `SELECT kind, status, count(*) AS count, sum(amount_paise)::bigint AS "amountPaise", ${msOf('min(created_at)')} AS "firstMs"
     FROM request WHERE player_id = $1 AND ${forAdmins} GROUP BY kind, status`,
    [playerId],
  )
  const of = (kind: RequestKind) => {
    const tally = (status: RequestStatus): Tally => {
      const row = rows.find((one) => one.kind === kind && one.status === status)
      return { count: row?.count ?? 0, amountPaise: row?.amountPaise ?? (0 as Paise) }
    }
    return { pending: tally('pending'), approved: tally('approved'), rejected: tally('rejected') }
  }
  const firsts = rows.map(({ firstMs }) => firstMs)
  const firstRequestAtMs = firsts.length === 0 ? null : Math.min(...firsts)
  return { deposit: of('deposit'), withdrawal: of('withdrawal'), firstRequestAtMs }
}
