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
