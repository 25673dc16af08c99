import { bankStatementLimits } from '@kismet/contracts'
import type { Queryable } from '@kismet/service-kit/database'
import { formsNear } from '../domain/bank/match.ts'
import type { AskedDeposit, BankCredit } from '../domain/bank/match.ts'

const { paidDays } = bankStatementLimits

/** SQL of the reference of a request in the compared form. */
export const compared = `ltrim(d.utr_normalised, '0')`
/** A free row has the reference and amount of a request. The look-up starts at the reference, so that fresh tables without statistics are fast, too. */
const isNamed = `EXISTS (SELECT FROM bank_reference AS r WHERE r.utr = ${compared} AND r.amount_paise = d.amount_paise
    AND (SELECT b.deposit_id IS NULL AND r.utr = ANY (b.utrs) FROM bank_row AS b WHERE b.id = r.bank_row_id))`
const isNoted = `EXISTS (SELECT FROM bank_row AS b WHERE b.deposit_id = d.id)`
const hasPayment = `(${isNoted} OR ${isNamed})`
const asked = `d.id, ${compared} AS utr, to_char(d.created_at AT TIME ZONE 'Asia/Kolkata', 'YYYY-MM-DD') AS day, d.amount_paise AS paise, d.status,
  d.status <> 'rejected' AND ${hasPayment} AS "hasRow", ${isNoted} AS "isNoted"`

/** Requests of any status with one of these references. */
export async function askedWith(db: Queryable, utrs: readonly string[]): Promise<AskedDeposit[]> {
  const { rows } = await db.query<AskedDeposit>(
    `SELECT ${asked} FROM deposit AS d WHERE ${compared} = ANY ($1::text[]) ORDER BY d.id`,
    [utrs],
  )
  return rows
}

/** Pending requests, oldest first. */
export async function askedAndWaiting(db: Queryable, limit: number): Promise<AskedDeposit[]> {
  const { rows } = await db.query<AskedDeposit>(
    `SELECT ${asked} FROM deposit AS d WHERE d.status = 'pending' ORDER BY d.created_at, d.id LIMIT $1`,
    [limit],
  )
  return rows
}

/** The amounts and days of rows that may belong to requests that were approved without a row. */
export interface PaidRange {
  readonly amounts: readonly number[]
  readonly firstDay: string
  readonly lastDay: string
}

/** Approved requests without a bank row, newest first. */
export async function approvedWithoutRow(
  db: Queryable,
  { amounts, firstDay, lastDay }: PaidRange,
  limit: number,
): Promise<AskedDeposit[]> {
  const { rows } = await db.query<AskedDeposit>(
    `SELECT ${asked} FROM deposit AS d WHERE d.status = 'approved' AND d.amount_paise = ANY ($1::bigint[])
       AND d.created_at >= ($2::date - ${paidDays})::timestamp AT TIME ZONE 'Asia/Kolkata'
       AND d.created_at < ($3::date + ${paidDays + 1})::timestamp AT TIME ZONE 'Asia/Kolkata' AND NOT ${hasPayment}
     ORDER BY d.created_at DESC, d.id DESC LIMIT $4`,
    [amounts, firstDay, lastDay, limit],
  )
  return rows
}

/** Approved requests without a bank row whose reference is near to a reference of this row. */
export async function approvedNear(
  db: Queryable,
  { paise, utrs, parts }: Pick<BankCredit, 'paise' | 'utrs' | 'parts'>,
  limit: number,
): Promise<AskedDeposit[]> {
  const { rows } = await db.query<AskedDeposit>(
    `SELECT ${asked} FROM deposit AS d WHERE d.status = 'approved' AND d.amount_paise = $1 AND NOT ${hasPayment} AND d.id = ANY (ARRAY (
       SELECT d.id FROM deposit AS d WHERE ${compared} = ANY ($2::text[])
       UNION SELECT d.id FROM unnest($3::text[]) AS part JOIN deposit AS d ON ${compared} ~>=~ part AND ${compared} ~<~ (part || '~')))
     ORDER BY d.id LIMIT $4`,
    [paise, utrs.flatMap(formsNear), parts, limit],
  )
  return rows
}

/** Locks an approved request until the transaction ends. */
export async function lockApproved(transaction: Queryable, id: string): Promise<AskedDeposit | undefined> {
  await transaction.query(`SELECT FROM deposit WHERE id = $1 AND status = 'approved' FOR UPDATE`, [id])
  const asked = await findAsked(transaction, id)
  return asked?.status === 'approved' ? asked : undefined
}

/** One request in the form in which it is compared with rows. */
export async function findAsked(db: Queryable, id: string): Promise<AskedDeposit | undefined> {
  return (await db.query<AskedDeposit>(`SELECT ${asked} FROM deposit AS d WHERE d.id = $1`, [id])).rows[0]
}
