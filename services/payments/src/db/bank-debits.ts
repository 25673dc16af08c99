import { bankStatementLimits, limits } from '@kismet/contracts'
import type { Queryable } from '@kismet/service-kit/database'
import { idsIn, namesWithdrawal } from '../domain/bank/match-payouts.ts'
import type { Payable, PayoutRow } from '../domain/bank/match-payouts.ts'
import type { PlacedRow } from './bank-rows.ts'

const { keptDays, paidDays, waitingRead } = bankStatementLimits

const payable = `d.id, d.amount_paise AS paise, d.status, ltrim(d.paid_reference, '0') AS reference, d.account_number AS "accountNumber",
  d.account ->> 'name' AS name, (SELECT b.id FROM bank_row AS b WHERE b.withdrawal_id = d.id) AS "rowId"`

/** Reads the withdrawals to compare rows with: those that the rows name, and those of their amounts that may be near. */
export async function readPayables(db: Queryable, rows: readonly PlacedRow[]): Promise<Payable[]> {
  const ids = rows.flatMap(({ text }) => idsIn(text)).map((id) => id.toLowerCase())
  const named = await db.query<Payable>(
    `SELECT ${payable} FROM request AS d WHERE d.kind = 'withdrawal' AND d.held_at IS NOT NULL AND (right(d.id::text, 12) = ANY ($1)
       OR ltrim(d.paid_reference, '0') = ANY ($2) OR d.id = ANY ($3::uuid[]))`,
    [ids, rows.map(({ reference }) => reference), rows.map(({ paidOut }) => paidOut)],
  )
  const days = rows.map(({ day }) => day).sort()
  const near = await db.query<Payable>(
    `SELECT ${payable} FROM request AS d WHERE d.kind = 'withdrawal' AND d.amount_paise = ANY ($1::bigint[])
       AND (d.status = 'pending' OR d.status = 'approved'
         AND d.decided_at >= ($2::date - ${paidDays})::timestamp AT TIME ZONE 'Asia/Kolkata'
         AND d.decided_at < ($3::date + ${paidDays + 1})::timestamp AT TIME ZONE 'Asia/Kolkata')
     ORDER BY d.created_at, d.id LIMIT ${waitingRead}`,
    [[...new Set(rows.map(({ paise }) => 0 - paise))], days[0] ?? null, days.at(-1) ?? null],
  )
  return [...new Map([...named.rows, ...near.rows].map((one) => [one.id, one])).values()]
}

/** The ids of debits with a credit of the same reference and amount: one of both is the return of the other. */
export async function debitsWithCredit(db: Queryable, rows: readonly PlacedRow[]): Promise<ReadonlySet<string>> {
  const debits = rows.filter(({ kind }) => kind === 'debit')
  const numbersOf = ({ reference, numbers }: PlacedRow) => (reference === null ? numbers : [reference, ...numbers])
  const { rows: credits } = await db.query<{ reference: string; paise: number }>(
    `SELECT reference, amount_paise AS paise FROM bank_row WHERE reference = ANY ($1::text[]) AND amount_paise > 0`,
    [debits.flatMap(numbersOf)],
  )
  const known = new Set(credits.map(({ reference, paise }) => `${reference} ${paise}`))
  const isReturn = (row: PlacedRow) => numbersOf(row).some((number) => known.has(`${number} ${0 - row.paise}`))
  return new Set(debits.filter(isReturn).map(({ id }) => id))
}

/** Locks a debit that can pay so much and has paid for no withdrawal. `isReturned`: a credit has its reference and amount. */
export async function lockDebit(
  transaction: Queryable,
  id: string,
  amountPaise: number,
): Promise<(Pick<PayoutRow, 'text' | 'reference'> & { readonly isReturned: boolean }) | undefined> {
  const { rows } = await transaction.query<Pick<PayoutRow, 'text' | 'reference'> & { isReturned: boolean }>(
    `SELECT text, reference, EXISTS (SELECT FROM bank_row AS c WHERE c.reference = r.reference AND c.amount_paise = -r.amount_paise) AS "isReturned"
     FROM bank_row AS r WHERE id = $1 AND kind = 'debit' AND amount_paise = -$2::bigint AND withdrawal_id IS NULL FOR UPDATE`,
    [id, amountPaise],
  )
  return rows[0]
}

/** Whether the text or the reference of a debit names another withdrawal, and its text does not name this one. */
export async function namesOther(
  db: Queryable,
  { text, reference }: Pick<PayoutRow, 'text' | 'reference'>,
  id: string,
): Promise<boolean> {
  if (namesWithdrawal(text, id)) return false
  const { rowCount } = await db.query(
    `SELECT FROM request WHERE kind = 'withdrawal' AND held_at IS NOT NULL AND id <> $1
       AND (right(id::text, 12) = ANY ($2) OR ltrim(paid_reference, '0') = $3) LIMIT 1`,
    [id, idsIn(text).map((one) => one.toLowerCase()), reference],
  )
  return rowCount === 1
}

/**
 * Links an approved withdrawal with its debit: with `rowId`, or with the first debit of its amount that has its
 * reference or its id. @returns false without such a debit, and for a withdrawal that has a debit
 */
export async function linkDebit(transaction: Queryable, withdrawalId: string, rowId?: string): Promise<boolean> {
  const { rowCount } = await transaction.query(
    `UPDATE bank_row SET withdrawal_id = d.id FROM request AS d
     WHERE d.id = $1 AND d.status = 'approved' AND NOT EXISTS (SELECT FROM bank_row AS own WHERE own.withdrawal_id = d.id)
       AND bank_row.id = (SELECT r.id FROM bank_row AS r WHERE r.kind = 'debit' AND r.withdrawal_id IS NULL AND r.amount_paise = -d.amount_paise
         AND CASE WHEN $2::uuid IS NULL THEN r.reference = ltrim(d.paid_reference, '0') OR strpos(lower(r.text), right(d.id::text, 12)) > 0
           ELSE r.id = $2 END
         ORDER BY r.day, r.id LIMIT 1)`,
    [withdrawalId, rowId ?? null],
  )
  return rowCount === 1
}

/** Locks a paid withdrawal until the transaction ends. @returns its amount, or undefined unless it is paid and has no debit */
export async function lockPaidWithoutDebit(transaction: Queryable, id: string): Promise<number | undefined> {
  const { rows } = await transaction.query<{ paise: number }>(
    `SELECT amount_paise AS paise FROM request AS d WHERE id = $1 AND kind = 'withdrawal' AND status = 'approved'
       AND NOT EXISTS (SELECT FROM bank_row WHERE withdrawal_id = d.id) FOR UPDATE`,
    [id],
  )
  return rows[0]?.paise
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
    [new Date(nowMs - keptDays * 24 * 60 * 60_000), limit],
  )
  return { ids: rows.map(({ id }) => id), count: rows[0]?.count ?? 0 }
}
