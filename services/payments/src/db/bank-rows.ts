import { bankStatementLimits } from '@kismet/contracts'
import type { BankRowKind, Paise } from '@kismet/contracts'
import type { Queryable } from '@kismet/service-kit/database'
import { isResemblance } from '../domain/bank/match.ts'
import type { AskedDeposit, BankCredit } from '../domain/bank/match.ts'

/** A row of a bank; `row` is its number in the list that was read. */
export interface PlacedRow extends Omit<BankCredit, 'isReturned'> {
  readonly row: number
  readonly text: string
  readonly paise: Paise
  readonly kind: BankRowKind
  /** The withdrawal that the debit paid. */
  readonly paidOut: string | null
}

const columns = `r.id, to_char(r.day, 'YYYY-MM-DD') AS day, r.text, r.amount_paise AS paise, r.kind, r.reference, r.numbers, r.deposit_id AS "paidFor", r.withdrawal_id AS "paidOut"`

/** The rows of a statement, in its order. */
export async function rowsOfStatement(db: Queryable, statementId: string): Promise<PlacedRow[]> {
  const { rows } = await db.query<PlacedRow>(
    `SELECT o.row_number AS row, ${columns} FROM bank_statement_row AS o JOIN bank_row AS r ON r.id = o.bank_row_id
     WHERE o.statement_id = $1 ORDER BY o.row_number`,
    [statementId],
  )
  return rows
}

/** The newest credits from a day on that have paid for no request, oldest first. */
export async function keptRows(db: Queryable, fromDay: string, limit: number): Promise<PlacedRow[]> {
  const { rows } = await db.query<PlacedRow>(
    `SELECT row_number() OVER (ORDER BY r.day, r.id) AS row, ${columns}
     FROM ((SELECT * FROM bank_row WHERE kind = 'credit' AND deposit_id IS NULL AND day >= $1 ORDER BY day DESC, id DESC LIMIT $2)
       UNION ALL SELECT reserved.* FROM bank_row AS reserved JOIN request ON request.id = deposit_id AND status = 'pending') AS r
     ORDER BY r.day, r.id`,
    [fromDay, limit],
  )
  return rows
}

/** SQL: a debit has the amount of the credit `r` and one of the numbers, so that the bank has sent the credit back. */
const returnOf = (
  numbers: string,
) => `EXISTS (SELECT FROM bank_row AS debit WHERE debit.kind = 'debit' AND debit.amount_paise = -r.amount_paise
  AND (debit.reference = ANY (${numbers}) OR debit.numbers && ${numbers}))`
/** SQL: the reference of a row, or all numbers of a row without one. */
const numbersOfRow = 'CASE WHEN r.reference IS NULL THEN r.numbers ELSE ARRAY[r.reference] END'

/** The ids of those credits that the bank has sent back. */
export async function returnedAmong(db: Queryable, credits: readonly PlacedRow[]): Promise<ReadonlySet<string>> {
  const numbersOf = ({ reference, numbers }: PlacedRow) => (reference === null ? numbers : [reference])
  const { rows } = await db.query<{ number: string; paise: number }>(
    `SELECT unnest(array_append(numbers, reference)) AS number, -amount_paise AS paise FROM bank_row
     WHERE kind = 'debit' AND (reference = ANY ($1::text[]) OR numbers && $1)`,
    [credits.flatMap(numbersOf)],
  )
  const gone = new Set(rows.map(({ number, paise }) => `${number} ${paise}`))
  const isGone = (row: PlacedRow) => numbersOf(row).some((number) => gone.has(`${number} ${row.paise}`))
  return new Set(credits.filter(isGone).map(({ id }) => id))
}

const dayOfRequest = `to_char(d.created_at AT TIME ZONE 'Asia/Kolkata', 'YYYY-MM-DD')`
const asked = `d.id, d.reference, ${dayOfRequest} AS day, d.amount_paise AS paise, d.status,
  EXISTS (SELECT FROM bank_row AS b WHERE b.deposit_id = d.id OR (b.reference = d.reference AND b.amount_paise = d.amount_paise)) AS "hasRow"`

/**
 * Reads the requests to compare credits with: those with their references, those that wait, and those that were approved
 * without a row. `limit` is the most of each kind of suggestion. `isCut`: there are more.
 */
export async function readCompared(
  db: Queryable,
  credits: readonly PlacedRow[],
  limit: number,
): Promise<{ requests: AskedDeposit[]; isCut: boolean }> {
  const { paidDays } = bankStatementLimits
  const days = credits.map(({ day }) => day).sort()
  const named = await db.query<AskedDeposit>(
    `SELECT ${asked} FROM request AS d WHERE d.reference = ANY ($1::text[]) OR d.id = ANY ($2::uuid[])`,
    [credits.map(({ reference }) => reference), credits.map(({ paidFor }) => paidFor)],
  )
  const waiting = await db.query<AskedDeposit>(
    `SELECT ${asked} FROM request AS d WHERE d.kind = 'deposit' AND d.status = 'pending' ORDER BY d.created_at, d.id LIMIT $1`,
    [limit + 1],
  )
  const approved = await db.query<AskedDeposit>(
    `SELECT * FROM (SELECT ${asked} FROM request AS d WHERE d.kind = 'deposit' AND d.status = 'approved' AND d.amount_paise = ANY ($1::bigint[])
       AND d.created_at >= ($2::date - ${paidDays})::timestamp AT TIME ZONE 'Asia/Kolkata'
       AND d.created_at < ($3::date + ${paidDays + 1})::timestamp AT TIME ZONE 'Asia/Kolkata'
       ORDER BY d.created_at DESC, d.id DESC) AS found WHERE NOT "hasRow" LIMIT $4`,
    [[...new Set(credits.map(({ paise }) => paise))], days[0] ?? null, days.at(-1) ?? null, limit + 1],
  )
  const all = [...named.rows, ...waiting.rows.slice(0, limit), ...approved.rows.slice(0, limit)]
  const requests = [...new Map(all.map((one) => [one.id, one])).values()]
  return { requests, isCut: Math.max(waiting.rows.length, approved.rows.length) > limit }
}

/** What the bank's rows under the very reference of a request say. */
export interface BankSays {
  /** The row with its reference and amount. */
  readonly rowId: string | null
  /** The request that this row has paid for. */
  readonly paidFor: string | null
  /** The row that is reserved for the request, or has paid for it. */
  readonly ownRowId: string | null
  /** Whether that row has the reference of the request. */
  readonly isOwnNamed: boolean
  /** The largest credit with its reference and another amount. */
  readonly otherPaise: Paise | null
  readonly isReturned: boolean
}

export async function readBankSays(db: Queryable, depositId: string): Promise<BankSays | undefined> {
  const { rows } = await db.query<BankSays>(
    `SELECT named.id AS "rowId", named.deposit_id AS "paidFor", own.id AS "ownRowId", own.reference IS NOT DISTINCT FROM r.reference AS "isOwnNamed",
       (SELECT max(b.amount_paise) FROM bank_row AS b WHERE b.kind = 'credit' AND b.reference = r.reference AND b.amount_paise <> r.amount_paise) AS "otherPaise",
       ${returnOf('ARRAY[r.reference]')} AS "isReturned"
     FROM request AS r LEFT JOIN bank_row AS named ON named.kind = 'credit' AND named.reference = r.reference AND named.amount_paise = r.amount_paise
       LEFT JOIN bank_row AS own ON own.deposit_id = r.id
     WHERE r.id = $1`,
    [depositId],
  )
  return rows[0]
}

/**
 * Has a row pay for a locked request, or reserves the row for it. The row must be free, and a credit of the same amount
 * that the bank did not send back. Its reference, or a number of a row without one, resembles the reference of the
 * request. A row with the reference of another request is not taken: only a request that was
 * approved before takes the row of one that waits.
 * @param isExact the row must have the reference of the request
 * @returns false when one of these does not hold: the transaction must end without effect
 */
export async function takeRow(
  transaction: Queryable,
  rowId: string,
  depositId: string,
  isExact: boolean,
): Promise<boolean> {
  await freeRow(transaction, depositId, rowId)
  type Taken = Pick<BankCredit, 'day' | 'reference' | 'numbers'> & { asked: Pick<AskedDeposit, 'day' | 'reference'> }
  const { rows } = await transaction.query<Taken>(
    `UPDATE bank_row AS r SET deposit_id = d.id FROM request AS d
     WHERE r.id = $1 AND d.id = $2 AND r.kind = 'credit' AND r.amount_paise = d.amount_paise AND (r.deposit_id IS NULL OR r.deposit_id = d.id)
       AND (r.deposit_id = d.id OR r.reference = d.reference OR NOT $3 AND NOT EXISTS (
         SELECT FROM request AS other WHERE other.reference = r.reference AND other.status IN ('approved', d.status)))
       AND NOT ${returnOf(numbersOfRow)}
     RETURNING to_char(r.day, 'YYYY-MM-DD') AS day, r.reference, r.numbers,
       json_build_object('reference', d.reference, 'day', ${dayOfRequest}) AS asked`,
    [rowId, depositId, isExact],
  )
  const [taken] = rows
  return taken !== undefined && isResemblance(taken, taken.asked)
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

/** Whether one of these admins uploaded a row. */
export async function isReadByAny(db: Queryable, rowId: string, adminIds: readonly string[]): Promise<boolean> {
  const { rows } = await db.query(
    `SELECT FROM bank_statement_row AS o JOIN bank_statement AS s ON s.id = o.statement_id
     WHERE o.bank_row_id = $1 AND s.read_by = ANY ($2) LIMIT 1`,
    [rowId, adminIds],
  )
  return rows.length > 0
}

/** Frees the row that is reserved for a request, unless the row is `butRowId`. */
export async function freeRow(transaction: Queryable, depositId: string, butRowId?: string): Promise<void> {
  await transaction.query('UPDATE bank_row SET deposit_id = NULL WHERE deposit_id = $1 AND id IS DISTINCT FROM $2', [
    depositId,
    butRowId ?? null,
  ])
}

/** Links the rows of a statement with the approved requests that have their reference and amount. */
export async function linkApproved(transaction: Queryable, statementId: string): Promise<void> {
  await transaction.query(
    `UPDATE bank_row AS r SET deposit_id = d.id FROM bank_statement_row AS o, request AS d
     WHERE o.statement_id = $1 AND r.id = o.bank_row_id AND r.kind = 'credit' AND r.deposit_id IS NULL
       AND d.reference = r.reference AND d.amount_paise = r.amount_paise AND d.status = 'approved'
       AND NOT EXISTS (SELECT FROM bank_row AS own WHERE own.deposit_id = d.id)`,
    [statementId],
  )
}

/** Locks an approved request that no row has paid for, until the transaction ends. @returns its amount */
export async function lockApprovedWithoutRow(transaction: Queryable, id: string): Promise<Paise | undefined> {
  const { rows } = await transaction.query<{ paise: Paise }>(
    `SELECT amount_paise AS paise FROM request AS d WHERE id = $1 AND kind = 'deposit' AND status = 'approved'
       AND NOT EXISTS (SELECT FROM bank_row WHERE deposit_id = d.id) FOR UPDATE`,
    [id],
  )
  return rows[0]?.paise
}

/** The request that a row has paid for. */
export async function findPaidFor(db: Queryable, id: string): Promise<string | null> {
  const sql = 'SELECT deposit_id AS "paidFor" FROM bank_row WHERE id = $1'
  return (await db.query<{ paidFor: string | null }>(sql, [id])).rows[0]?.paidFor ?? null
}
