import type { BankState } from '@kismet/contracts'
import type { Queryable } from '@kismet/service-kit/database'
import type { Hints } from './hints.ts'

type Bank = NonNullable<Hints['bank']>

/**
 * Where the bank has a row: its place in the newest statement, and the last day of all statements.
 * @param rowId null for no row
 * @returns null without a statement, and for a row that no statement has
 */
export async function readBankPlace(db: Queryable, says: Bank['says'], rowId: string | null): Promise<Bank | null> {
  const { rows } = await db.query<{ row: Bank['row']; until: string | null }>(
    `SELECT to_char((SELECT max(last_day) FROM bank_statement), 'YYYY-MM-DD') AS until,
       (SELECT json_build_object('fileName', s.file_name, 'row', o.row_number, 'amount', abs(r.amount_paise))
        FROM bank_statement_row AS o JOIN bank_statement AS s ON s.id = o.statement_id JOIN bank_row AS r ON r.id = o.bank_row_id
        WHERE o.bank_row_id = $1 ORDER BY s.id DESC LIMIT 1) AS row`,
    [rowId],
  )
  const { row = null, until = null } = rows[0] ?? {}
  return until === null || (row === null) !== (rowId === null) ? null : { says, row, until }
}

/** SQL: the bank has not returned the credit `b`. A subquery with `OFFSET 0` probes the index of the numbers. */
const stands = `NOT EXISTS (SELECT FROM bank_row AS back WHERE back.reference = b.reference AND back.amount_paise = -b.amount_paise)
  AND NOT EXISTS (SELECT FROM (SELECT amount_paise FROM bank_row WHERE kind = 'debit' AND numbers @> ARRAY[b.reference] OFFSET 0) AS back
    WHERE back.amount_paise = -b.amount_paise)`
const credits = (more: string) =>
  `EXISTS (SELECT FROM bank_row AS b WHERE b.kind = 'credit' AND b.reference = request.reference ${more} AND ${stands})`
const canPay = `AND b.amount_paise = coalesce(request.asked_paise, request.amount_paise) AND coalesce(b.deposit_id, request.id) = request.id`

/** SQL: what bank rows say of a row of the table `request`, as a `BankState`. */
export const bankState = `CASE WHEN ${credits(canPay)} THEN 'row' WHEN ${credits('')} THEN 'amount' ELSE 'none' END`

/** What bank rows say of deposits, by their ids; empty without a statement. */
export async function readBankStates(db: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, BankState>> {
  const { rows } = await db.query<{ id: string; state: BankState }>(
    `SELECT id, ${bankState} AS state FROM request WHERE id = ANY ($1::uuid[]) AND EXISTS (SELECT FROM bank_statement)`,
    [ids],
  )
  return new Map(rows.map(({ id, state }) => [id, state]))
}
