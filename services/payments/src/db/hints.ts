import { limits, paise } from '@kismet/contracts'
import type { Output, Paise, requestHints, RequestKind, RequestStatus, RiskKind } from '@kismet/contracts'
import { isoTime } from '@kismet/service-kit/clock'
import { isoOf, msOf } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import { forAdmins } from './requests.ts'

export type Hints = Output<typeof requestHints>
type Related = Hints['hints'][number]['requests'][number]

const { relatedShown, similarProofDays } = limits.requests
/** Proofs of other requests are compared that are at most so much older or newer. */
const similarForMs = similarProofDays * 24 * 60 * 60_000

/** Of 256 bits. Re-encoding, scaling and a crop of the edge change at most these. Two receipts of one app can differ in fewer. */
const alikeBits = 10

/** SQL: the hashes of all proofs of the request `own`. */
const hashesOfOwn = `array_append(ARRAY (SELECT b.sha256 FROM better_proof AS b WHERE b.deposit_id = own.id AND b.sha256 IS NOT NULL), own.proof_sha256)`

/** SQL of the requests `other` of the same kind that a hint of the request `own` is about. Indexes find all but similar proofs. */
const related = {
  // A player filed two requests for one payment, one with a mistyped reference. The row with the true reference paid the other.
  bank_row_used: `other.id = ANY (ARRAY (SELECT r.deposit_id FROM bank_row AS r
    WHERE r.reference = own.reference AND r.amount_paise = own.amount_paise AND r.deposit_id <> own.id))`,
  // Both requests show each other: the rejected one may be of a player who filed the payment of the other.
  utr_rejected_before: `other.reference = own.reference AND other.id <> own.id AND 'rejected' IN (other.status, own.status)`,
  same_proof: `other.id <> own.id AND other.id = ANY (ARRAY (
    SELECT r.id FROM request AS r WHERE r.proof_sha256 = ANY (${hashesOfOwn})
    UNION ALL SELECT b.deposit_id FROM better_proof AS b WHERE b.sha256 = ANY (${hashesOfOwn})))`,
  // Another file, with an id between $2 and $3, with a picture that looks like a picture of this request. Honest receipts of one
  // app look alike, so the amount or the reference must be equal, too.
  similar_proof: `other.proof_sha256 IS DISTINCT FROM own.proof_sha256
    AND (other.amount_paise = own.amount_paise OR other.reference = own.reference) AND other.id IN (SELECT that.deposit_id FROM proof_page AS this
    JOIN proof_page AS that ON that.deposit_id <> this.deposit_id AND bit_count(that.print # this.print) <= ${alikeBits}
    WHERE this.deposit_id = $1 AND that.deposit_id BETWEEN $2 AND $3)`,
  account_of_others: `other.account_number = own.account_number AND other.account_ifsc = own.account_ifsc
    AND own.account_number <> 'erased' AND other.player_id <> own.player_id AND other.held_at IS NOT NULL`,
} as const

/** Names and rows of a player that a payer is compared with. */
const namesRead = 50

/** The first id of a time. Ids begin with their time, so that their index finds the proofs of some days. */
const idAt = (epochMs: number): string => epochMs.toString(16).padStart(12, '0').padEnd(32, '0')

/** The newest requests that a hint of a request is about. */
export async function findRelated(
  db: Queryable,
  hint: keyof typeof related,
  { id, createdAtMs }: { readonly id: string; readonly createdAtMs: number },
): Promise<Related[]> {
  const near = hint === 'similar_proof' ? [idAt(createdAtMs - similarForMs), idAt(createdAtMs + similarForMs)] : []
  const { rows } = await db.query<Related>(
    `SELECT other.kind, other.id AS _id, json_build_object('_id', other.player_id, 'email', other.player_email) AS user,
       other.amount_paise AS amount, other.status, ${isoOf('other.created_at')} AS "createdAt"
     FROM request AS own, request AS other WHERE own.id = $1 AND ${related[hint]}
     ORDER BY other.created_at DESC LIMIT ${relatedShown}`,
    [id, ...near],
  )
  return rows
}

const risksOf = {
  deposit: ['bank_row_used', 'utr_rejected_before', 'same_proof'],
  withdrawal: ['account_of_others'],
} as const satisfies Record<RequestKind, readonly RiskKind[]>

/** SQL: another player has the account of the withdrawal `own` now. */
const keptByOther = `EXISTS (SELECT FROM bank_account AS kept
  WHERE kept.account_number = own.account_number AND kept.ifsc = own.account_ifsc AND kept.player_id <> own.player_id)`

export type Risks = ReadonlyMap<string, readonly RiskKind[]>

/** The risks of those requests of one kind that have any, by the request. */
export async function findRisks(db: Queryable, kind: RequestKind, ids: readonly string[]): Promise<Risks> {
  if (ids.length === 0) return new Map()
  const found = risksOf[kind].map((risk) => {
    const also = risk === 'account_of_others' ? `OR ${keptByOther}` : ''
    return `CASE WHEN EXISTS (SELECT FROM request AS other WHERE ${related[risk]}) ${also} THEN '${risk}' END`
  })
  const { rows } = await db.query<{ id: string; risks: RiskKind[] }>(
    `SELECT own.id, array_remove(ARRAY[${found.join(', ')}], NULL) AS risks FROM request AS own WHERE own.id = ANY ($1::uuid[])`,
    [ids],
  )
  return new Map(rows.map(({ id, risks }) => [id, risks]))
}

interface Payers {
  readonly onlyReader: string | null
  readonly names: readonly string[]
  readonly earlierTexts: readonly string[]
}

/** The admin who alone uploaded a row, and the known names of a player: of saved accounts, and in texts of earlier rows. */
export async function readPayers(
  db: Queryable,
  { id, playerId }: { readonly id: string; readonly playerId: string },
  rowId: string | null,
): Promise<Payers> {
  const { rows } = await db.query<Payers>(
    `SELECT (SELECT min(s.read_by_name) FROM bank_statement_row AS o JOIN bank_statement AS s ON s.id = o.statement_id
         WHERE o.bank_row_id = $3 HAVING count(DISTINCT s.read_by) = 1) AS "onlyReader",
       ARRAY(SELECT DISTINCT name FROM bank_account WHERE player_id = $2 LIMIT ${namesRead}) AS names,
       ARRAY(SELECT paid.text FROM request AS d JOIN bank_row AS paid ON paid.deposit_id = d.id
         WHERE d.player_id = $2 AND d.kind = 'deposit' AND d.status = 'approved' AND d.id <> $1 ORDER BY d.created_at DESC LIMIT ${namesRead}) AS "earlierTexts"`,
    [id, playerId, rowId],
  )
  return rows[0] ?? { onlyReader: null, names: [], earlierTexts: [] }
}

/** What a player has asked for until now. */
export async function readHistory(db: Queryable, playerId: string): Promise<Hints['history']> {
  const { rows } = await db.query<{
    kind: RequestKind
    status: RequestStatus
    count: number
    amount: Paise
    firstMs: number
  }>(
    `SELECT kind, status, count(*) AS count, sum(amount_paise)::bigint AS amount, ${msOf('min(created_at)')} AS "firstMs"
     FROM request WHERE player_id = $1 AND ${forAdmins} GROUP BY kind, status`,
    [playerId],
  )
  const tallies = (kind: RequestKind) => {
    const tally = (status: RequestStatus) => {
      const { count = 0, amount = paise(0) } = rows.find((one) => one.kind === kind && one.status === status) ?? {}
      return { count, amount }
    }
    return { pending: tally('pending'), approved: tally('approved'), rejected: tally('rejected') }
  }
  const firstRequestAt = isoTime(Math.min(...rows.map(({ firstMs }) => firstMs)))
  return { firstRequestAt, deposits: tallies('deposit'), withdrawals: tallies('withdrawal') }
}

/** The number of notes of each request that has any. */
export async function countNotes(db: Queryable, requestIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const sql =
    'SELECT request_id AS id, count(*) AS count FROM request_note WHERE request_id = ANY ($1::uuid[]) GROUP BY 1'
  const { rows } = await db.query<{ id: string; count: number }>(sql, [requestIds])
  return new Map(rows.map(({ id, count }) => [id, count]))
}
