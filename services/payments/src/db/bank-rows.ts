import { bankStatementLimits, limits } from '@kismet/contracts'
import type { PayoutProblem, RequestKind, RequestStatus } from '@kismet/contracts'
import type { Queryable } from '@kismet/service-kit/database'
import { idsIn, pairKey } from '../domain/bank/match.ts'
import type { Candidate, Dismissed, StoredRow } from '../domain/bank/match.ts'

/** A row with its number in the list that was read. */
export interface PlacedRow extends StoredRow {
  readonly row: number
}

/** A row as the database has it. */
type ReadRow = Omit<PlacedRow, 'isReturned' | 'namesPayout'>
type Numbered = Pick<StoredRow, 'reference' | 'numbers'> & { readonly paise: number }
const columns = `r.id, to_char(r.day, 'YYYY-MM-DD') AS day, r.text, r.amount_paise AS paise, r.kind, r.reference, r.numbers,
  coalesce(r.deposit_id, r.withdrawal_id) AS "paidFor"`

/**
 * SQL: rows of statements (`o`) with their bank rows (`r`). `OFFSET 0` makes PostgreSQL look up each bank row by its id. While
 * statistics are old, a plain join reads all bank rows for each row of the statement.
 */
export const statementRows = `bank_statement_row AS o CROSS JOIN LATERAL (SELECT * FROM bank_row WHERE id = o.bank_row_id OFFSET 0) AS r`

const ofStatement = `SELECT o.row_number AS row, ${columns} FROM ${statementRows} WHERE o.statement_id = $1`

export function rowsOfStatement(db: Queryable, statementId: string): Promise<PlacedRow[]> {
  return readRows(db, `${ofStatement} ORDER BY o.row_number`, [statementId])
}

/** The debits of a statement that have paid for no withdrawal, in its order. A link does not depend on a return, so no row has its return. */
export async function freeDebits(db: Queryable, statementId: string): Promise<PlacedRow[]> {
  const sql = `${ofStatement} AND r.kind = 'debit' AND r.withdrawal_id IS NULL ORDER BY o.row_number`
  const { rows } = await db.query<ReadRow>(sql, [statementId])
  return rows.map((row) => ({ ...row, isReturned: false, namesPayout: false }))
}

/** The newest credits from a day on that have paid for no request, oldest first. */
export function keptRows(db: Queryable, fromDay: string, limit: number): Promise<PlacedRow[]> {
  const sql = `SELECT row_number() OVER (ORDER BY r.day, r.id) AS row, ${columns}
    FROM ((SELECT * FROM bank_row WHERE kind = 'credit' AND deposit_id IS NULL AND day >= $1 ORDER BY day DESC, id DESC LIMIT $2)
      UNION ALL SELECT reserved.* FROM bank_row AS reserved JOIN request ON request.id = deposit_id AND status = 'pending') AS r
    ORDER BY r.day, r.id`
  return readRows(db, sql, [fromDay, limit])
}

export async function lockRow(transaction: Queryable, id: string): Promise<PlacedRow | undefined> {
  return (
    await readRows(transaction, `SELECT 1 AS row, ${columns} FROM bank_row AS r WHERE id = $1 FOR UPDATE`, [id])
  )[0]
}

async function readRows(db: Queryable, sql: string, values: readonly unknown[]): Promise<PlacedRow[]> {
  const { rows } = await db.query<ReadRow>(sql, [...values])
  const returned = await returnedAmong(db, rows)
  const naming = await namingPayouts(db, rows)
  return rows.map((row) => ({ ...row, isReturned: returned.has(row), namesPayout: naming.has(row) }))
}

/** Those credits whose text has the id of a withdrawal of their amount. */
async function namingPayouts(db: Queryable, rows: readonly ReadRow[]): Promise<ReadonlySet<ReadRow>> {
  const credits = rows.filter(({ kind }) => kind === 'credit').map((row) => ({ row, ids: idsIn(row.text) }))
  const { rows: named } = await db.query<{ shortId: string; paise: number }>(
    `SELECT upper(right(id::text, 12)) AS "shortId", amount_paise AS paise FROM request
     WHERE kind = 'withdrawal' AND held_at IS NOT NULL AND right(id::text, 12) = ANY ($1::text[])`,
    [credits.flatMap(({ ids }) => ids.map((id) => id.toLowerCase()))],
  )
  const found = new Set(named.map(({ shortId, paise }) => `${shortId} ${paise}`))
  return new Set(credits.flatMap(({ row, ids }) => (ids.some((id) => found.has(`${id} ${row.paise}`)) ? row : [])))
}

/** Those rows that have an opposite row: a debit with the number of a credit is its return, also beside its own reference. */
export async function returnedAmong<Row extends Numbered>(
  db: Queryable,
  rows: readonly Row[],
): Promise<ReadonlySet<Row>> {
  const numbersOf = ({ paise, reference, numbers }: Numbered) =>
    reference === null ? numbers : paise > 0 ? [reference] : [reference, ...numbers]
  const { rows: opposite } = await db.query<Numbered>(
    // One probe of the index for each number. For an overlap of many numbers, or for a join without `OFFSET 0` before the
    // first statistics, the planner reads all debits.
    `SELECT amount_paise AS paise, reference, CASE kind WHEN 'debit' THEN numbers ELSE '{}' END AS numbers FROM bank_row
     WHERE reference = ANY ($1::text[])
     UNION ALL SELECT debit.* FROM (SELECT DISTINCT unnest($1::text[]) AS number) AS asked, LATERAL (SELECT amount_paise, reference, numbers
       FROM bank_row WHERE kind = 'debit' AND numbers @> ARRAY[asked.number] OFFSET 0) AS debit`,
    [rows.flatMap(numbersOf)],
  )
  const found = new Set(opposite.flatMap((row) => numbersOf(row).map((number) => `${number} ${0 - row.paise}`)))
  return new Set(rows.filter((row) => numbersOf(row).some((number) => found.has(`${number} ${row.paise}`))))
}

export async function readDismissed(db: Queryable, rows: readonly { readonly id: string }[]): Promise<Dismissed> {
  const { rows: found } = await db.query<{ rowId: string; requestId: string; problem: PayoutProblem | '' }>(
    `SELECT bank_row_id AS "rowId", request_id AS "requestId", problem FROM bank_pair_dismissed WHERE bank_row_id = ANY ($1::uuid[])`,
    [rows.map(({ id }) => id)],
  )
  return new Set(found.map(({ rowId, requestId, problem }) => pairKey(rowId, requestId, problem)))
}

/**
 * SQL of what differs between the kinds. `named`: the requests that the numbers `$1` of rows name. `at`: the time that is
 * near to the days of rows. `row`: the row that a request has.
 */
const kinds = {
  deposit: {
    named: 'd.reference = ANY ($1::text[])',
    at: 'd.created_at',
    row: 'b.deposit_id = d.id OR (b.reference = d.reference AND b.amount_paise = d.amount_paise)',
  },
  withdrawal: {
    named: `d.held_at IS NOT NULL AND (ltrim(d.paid_reference, '0') = ANY ($1::text[]) OR right(d.id::text, 12) = ANY ($1::text[])
      OR d.id = ANY (ARRAY(SELECT withdrawal_id FROM bank_row WHERE reference = ANY ($1::text[]) AND withdrawal_id IS NOT NULL)))`,
    at: 'd.decided_at',
    row: 'b.withdrawal_id = d.id',
  },
} as const

/** SQL of requests of an amount: the one that counts, or the one that the player asked for. */
const isOf = (amount: string) => `(d.amount_paise = ${amount} OR d.asked_paise = ${amount})`

/** SQL of requests that were approved some days around rows from one day to another. */
const approvedAround = (kind: RequestKind, from: string, to: string) => {
  const { paidDays } = bankStatementLimits
  return `d.status = 'approved' AND ${kinds[kind].at} >= (${from}::date - ${paidDays})::timestamp AT TIME ZONE 'Asia/Kolkata'
    AND ${kinds[kind].at} < (${to}::date + ${paidDays + 1})::timestamp AT TIME ZONE 'Asia/Kolkata'`
}

const candidateOf = (kind: RequestKind) =>
  `d.id, d.amount_paise AS paise, coalesce(d.asked_paise, d.amount_paise) AS "askedPaise", d.status, coalesce(d.reference, ltrim(d.paid_reference, '0')) AS reference,
  to_char(d.created_at AT TIME ZONE 'Asia/Kolkata', 'YYYY-MM-DD') AS day, d.account_number AS "accountNumber", d.account ->> 'name' AS name,
  (SELECT b.id FROM bank_row AS b WHERE ${kinds[kind].row} ORDER BY b.${kind}_id IS NULL LIMIT 1) AS "rowId",
  (SELECT b.reference FROM bank_row AS b WHERE b.withdrawal_id = d.id) AS "debitReference"`

/** The requests of a kind that rows name or have paid for, and those with the ids `also`. */
export async function readNamed(
  db: Queryable,
  kind: RequestKind,
  rows: readonly StoredRow[],
  also: readonly string[] = [],
): Promise<Candidate[]> {
  const shortIds = kind === 'deposit' ? [] : rows.flatMap(({ text }) => idsIn(text)).map((id) => id.toLowerCase())
  const { rows: found } = await db.query<Candidate>(
    `SELECT ${candidateOf(kind)} FROM request AS d WHERE d.kind = '${kind}' AND (${kinds[kind].named} OR d.id = ANY ($2::uuid[]))`,
    [
      [...rows.flatMap(({ reference }) => reference ?? []), ...shortIds],
      [...rows.flatMap(({ paidFor }) => paidFor ?? []), ...also],
    ],
  )
  return found
}

/**
 * The requests of a kind to compare rows with: those that the rows name, and those of their amounts without a row. The latter
 * wait, or were approved some days around the rows. `isCut`: more of the latter wait. `isApprovedCut`: more were approved.
 */
export async function readCandidates(
  db: Queryable,
  kind: RequestKind,
  rows: readonly StoredRow[],
): Promise<{ candidates: Candidate[]; isCut: boolean; isApprovedCut: boolean }> {
  const { waitingRead } = bankStatementLimits
  const days = rows.map(({ day }) => day).sort()
  const amounts = rows.map(({ paise }) => (kind === 'deposit' ? paise : 0 - paise))
  // Each status has its own limit, so that a long queue hides no approved request.
  const without = (asked: string, order: string) =>
    `(SELECT * FROM (SELECT ${candidateOf(kind)} FROM request AS d WHERE d.kind = '${kind}' AND ${isOf('ANY ($1::bigint[])')}
       AND ${asked} ORDER BY ${order}) AS found WHERE "rowId" IS NULL LIMIT ${waitingRead + 1})`
  const { rows: near } = await db.query<Candidate>(
    `${without(`d.status = 'pending'`, 'd.created_at, d.id')}
     UNION ALL ${without(approvedAround(kind, '$2', '$3'), `${kinds[kind].at} DESC, d.id`)}`,
    [[...new Set(amounts)], days[0] ?? null, days.at(-1) ?? null],
  )
  const all = [...(await readNamed(db, kind, rows)), ...near]
  const candidates = [...new Map(all.map((one) => [one.id, one])).values()]
  const isMore = (which: RequestStatus) => near.filter(({ status }) => status === which).length > waitingRead
  return { candidates, isCut: isMore('pending'), isApprovedCut: isMore('approved') }
}

/**
 * The approved deposits of the amount of a row, some days around it, whose reference may be similar to the reference of the
 * row. Of similar references the first or the last third is equal.
 */
export async function readApprovedLike(db: Queryable, { paise, day, reference }: StoredRow): Promise<Candidate[]> {
  const { rows } = await db.query<Candidate>(
    `SELECT ${candidateOf('deposit')} FROM request AS d WHERE d.kind = 'deposit' AND ${isOf('$1')}
       AND ${approvedAround('deposit', '$2', '$2')}
       AND (left(d.reference, length($3) / 3) = left($3, length($3) / 3) OR right(d.reference, length($3) / 3) = right($3, length($3) / 3))`,
    [paise, day, reference],
  )
  return rows
}

/** The credits with the reference of a deposit, the largest first, and the row that is reserved for it or has paid for it. */
export function rowsOfDeposit(db: Queryable, depositId: string): Promise<PlacedRow[]> {
  const sql = `SELECT 1 AS row, ${columns} FROM request AS d JOIN bank_row AS r ON r.deposit_id = d.id OR r.kind = 'credit' AND r.reference = d.reference
    WHERE d.id = $1 ORDER BY r.amount_paise DESC`
  return readRows(db, sql, [depositId])
}

/** The row that has paid for a request, or is reserved for it. */
export async function findRowOf(db: Queryable, requestId: string): Promise<string | undefined> {
  const sql = `SELECT id FROM bank_row WHERE deposit_id = $1 OR withdrawal_id = $1`
  return (await db.query<{ id: string }>(sql, [requestId])).rows[0]?.id
}

export async function freeRow(transaction: Queryable, depositId: string): Promise<void> {
  await transaction.query('UPDATE bank_row SET deposit_id = NULL WHERE deposit_id = $1', [depositId])
}

/** Has a locked row pay for a request, or reserves the row for a deposit in place of another. */
export async function linkRow(
  transaction: Queryable,
  kind: RequestKind,
  requestId: string,
  rowId: string,
): Promise<void> {
  if (kind === 'deposit') await freeRow(transaction, requestId)
  await transaction.query(`UPDATE bank_row SET ${kind}_id = $1 WHERE id = $2`, [requestId, rowId])
}

/** SQL: the days of a row `r` that may be about the withdrawal `d`, and whether its text has the id. */
const since = `r.day >= (d.created_at AT TIME ZONE 'Asia/Kolkata')::date - ${bankStatementLimits.paidDays}`
const hasId = 'strpos(lower(r.text), right(d.id::text, 12)) > 0'

/** The debit of a withdrawal, and the free debits that have its id or a reference, oldest first. The amounts may differ. */
export function debitsOf(db: Queryable, withdrawalId: string, reference: string | null): Promise<PlacedRow[]> {
  // Each part has an index. For an OR the planner reads all debits.
  const sql = `WITH found AS (SELECT id FROM bank_row WHERE withdrawal_id = $1
      UNION ALL SELECT r.id FROM request AS d JOIN bank_row AS r ON r.kind = 'debit' AND r.withdrawal_id IS NULL AND ${since}
        AND (r.reference = $2 OR ${hasId}) WHERE d.id = $1)
    SELECT 1 AS row, ${columns} FROM found JOIN bank_row AS r USING (id) ORDER BY r.day, r.id`
  return readRows(db, sql, [withdrawalId, reference])
}

/** The free debits that have the id and the amount of one of the withdrawals. `OFFSET 0` is as in `statementRows`. */
export function freeDebitsOf(db: Queryable, withdrawalIds: readonly string[]): Promise<PlacedRow[]> {
  const sql = `SELECT 1 AS row, ${columns} FROM request AS d, LATERAL (SELECT * FROM bank_row
      WHERE kind = 'debit' AND withdrawal_id IS NULL AND amount_paise = -d.amount_paise OFFSET 0) AS r
    WHERE d.id = ANY ($1::uuid[]) AND ${since} AND ${hasId}`
  return readRows(db, sql, [withdrawalIds])
}

/**
 * The credits that return a withdrawal, oldest first: those of its amount with one of the references, and reversals with its
 * id. The payer of another credit can write the id.
 */
export function returnsOf(db: Queryable, withdrawalId: string, references: readonly string[]): Promise<PlacedRow[]> {
  const sql = `SELECT 1 AS row, ${columns} FROM request AS d JOIN bank_row AS r ON r.amount_paise = d.amount_paise
      AND r.amount_paise > 0 AND r.deposit_id IS NULL AND ${since} AND (r.reference = ANY ($2::text[]) OR r.kind = 'reversal' AND ${hasId})
    WHERE d.id = $1 ORDER BY r.day, r.id`
  return readRows(db, sql, [withdrawalId, references])
}

/** Links the credits of a statement with the approved deposits that have their reference and amount. */
export async function linkApproved(transaction: Queryable, statementId: string): Promise<void> {
  await transaction.query(
    `UPDATE bank_row SET deposit_id = paid.by FROM (
       SELECT r.id, d.id AS by FROM ${statementRows}, LATERAL (SELECT id FROM request
         WHERE reference = r.reference AND amount_paise = r.amount_paise AND status = 'approved' OFFSET 0) AS d
       WHERE o.statement_id = $1 AND r.kind = 'credit' AND r.deposit_id IS NULL
         AND NOT EXISTS (SELECT FROM bank_row AS own WHERE own.deposit_id = d.id)) AS paid
     WHERE bank_row.id = paid.id AND bank_row.deposit_id IS NULL`,
    [statementId],
  )
}

/** The ids of those admins who uploaded a row. */
export async function readersOfRow(db: Queryable, rowId: string, limit: number): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `SELECT DISTINCT s.read_by AS id FROM bank_statement_row AS o JOIN bank_statement AS s ON s.id = o.statement_id
     WHERE o.bank_row_id = $1 LIMIT $2`,
    [rowId, limit],
  )
  return rows.map(({ id }) => id)
}

const dayPaid = `(d.decided_at AT TIME ZONE 'Asia/Kolkata')::date`

/**
 * The ids of withdrawals that were marked as paid on a day that a statement covers, and have no debit some days later.
 * Oldest first, at most `limit` of the last days that are read.
 */
export async function unseenPayouts(
  db: Queryable,
  nowMs: number,
  limit: number,
): Promise<{ ids: string[]; count: number }> {
  const { rows } = await db.query<{ id: string; count: number }>(
    `SELECT d.id, count(*) OVER () AS count FROM request AS d
     WHERE d.kind = 'withdrawal' AND d.status = 'approved' AND d.decided_at >= $1
       AND ${dayPaid} <= (SELECT max(last_day) FROM bank_statement) - ${limits.payout.unseenDays}
       AND EXISTS (SELECT FROM bank_statement AS s WHERE ${dayPaid} BETWEEN s.first_day AND s.last_day)
       AND NOT EXISTS (SELECT FROM bank_row WHERE withdrawal_id = d.id)
     ORDER BY d.decided_at, d.id LIMIT $2`,
    [new Date(nowMs - bankStatementLimits.keptDays * 24 * 60 * 60_000), limit],
  )
  return { ids: rows.map(({ id }) => id), count: rows[0]?.count ?? 0 }
}
