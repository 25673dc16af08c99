import type { BankRowKind, Paise } from '@kismet/contracts'
import type { Queryable } from '@kismet/service-kit/database'
import { pairKey } from '../domain/bank/match.ts'
import type { AskedDeposit, BankCredit } from '../domain/bank/match.ts'

/** A row of a bank, where it stands in what is looked at. */
export interface PlacedRow extends Omit<BankCredit, 'isTakenBack'> {
  readonly row: number
  readonly paise: Paise
  readonly kind: BankRowKind
}

export type Credit = PlacedRow & BankCredit

type Joined = Omit<PlacedRow, 'utrs' | 'parts'> & { readonly utrs: string; readonly parts: string }

const words = (joined: string): string[] => (joined === '' ? [] : joined.split(' '))
const placed = ({ utrs, parts, ...row }: Joined): PlacedRow => ({ ...row, utrs: words(utrs), parts: words(parts) })

const columns = `r.id, to_char(r.day, 'YYYY-MM-DD') AS day, r.amount_paise AS paise, r.kind, r.deposit_id AS "paidFor",
  array_to_string(r.utrs, ' ') AS utrs, array_to_string(r.parts, ' ') AS parts`

/** The rows of a statement, in its order. */
export async function rowsOfStatement(db: Queryable, statementId: string): Promise<PlacedRow[]> {
  const { rows } = await db.query<Joined>(
    `SELECT o.row_number AS row, ${columns} FROM bank_statement_row AS o JOIN bank_row AS r ON r.id = o.bank_row_id
     WHERE o.statement_id = $1 ORDER BY o.row_number`,
    [statementId],
  )
  return rows.map(placed)
}

/** Credits from a day on that have paid for nothing yet, oldest first; of more than `limit` the newest. */
export async function keptRows(db: Queryable, fromDay: string, limit: number): Promise<PlacedRow[]> {
  const { rows } = await db.query<Joined>(
    `SELECT row_number() OVER (ORDER BY r.day, r.id) AS row, ${columns}
     FROM (SELECT * FROM bank_row WHERE kind = 'credit' AND deposit_id IS NULL AND day >= $1 ORDER BY day DESC, id DESC LIMIT $2) AS r
     ORDER BY r.day, r.id`,
    [fromDay, limit],
  )
  return rows.map(placed)
}

/** Credits, with whether the bank has sent their money back. */
export async function withReturns(db: Queryable, credits: readonly PlacedRow[]): Promise<Credit[]> {
  const { rows } = await db.query<{ sent: string }>(
    `SELECT -amount_paise || ' ' || utr AS sent FROM bank_reference WHERE utr = ANY ($1::text[]) AND amount_paise < 0`,
    [[...new Set(credits.flatMap(({ utrs }) => utrs))]],
  )
  const sentBack = new Set(rows.map(({ sent }) => sent))
  return credits.map((credit) => ({
    ...credit,
    isTakenBack: credit.utrs.some((utr) => sentBack.has(`${credit.paise} ${utr}`)),
  }))
}

/** The texts of rows, by their ids. */
export async function textsOf(db: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.query<{ id: string; text: string }>(
    'SELECT id, text FROM bank_row WHERE id = ANY ($1::uuid[])',
    [ids],
  )
  return new Map(rows.map(({ id, text }) => [id, text]))
}

/** A row that nobody else changes before this transaction has ended. */
export async function lockRow(transaction: Queryable, id: string): Promise<PlacedRow | undefined> {
  const { rows } = await transaction.query<Joined>(
    `SELECT 1 AS row, ${columns} FROM bank_row AS r WHERE r.id = $1 FOR UPDATE`,
    [id],
  )
  return rows[0] && placed(rows[0])
}

/** Notes what a locked row has paid for. */
export async function markPaidFor(transaction: Queryable, id: string, depositId: string): Promise<void> {
  await transaction.query('UPDATE bank_row SET deposit_id = $2 WHERE id = $1', [id, depositId])
}

/** Notes by which row a deposit that is locked was approved by the first of two admins. */
export async function noteFirstRow(transaction: Queryable, depositId: string, rowId: string): Promise<void> {
  await transaction.query('UPDATE deposit SET first_bank_row = $2 WHERE id = $1', [depositId, rowId])
}

/** The row by which a deposit was approved by the first of two admins, which nobody else changes before this transaction has ended. */
export async function lockFirstRow(transaction: Queryable, depositId: string): Promise<PlacedRow | undefined> {
  const { rows } = await transaction.query<{ id: string | null }>(
    'SELECT first_bank_row AS id FROM deposit WHERE id = $1',
    [depositId],
  )
  const id = rows[0]?.id ?? null
  return id === null ? undefined : lockRow(transaction, id)
}

export async function findPaidFor(db: Queryable, id: string): Promise<string | null> {
  const { rows } = await db.query<{ paidFor: string | null }>(
    'SELECT deposit_id AS "paidFor" FROM bank_row WHERE id = $1',
    [id],
  )
  return rows[0]?.paidFor ?? null
}

const compared = `ltrim(d.utr_normalised, '0')`
// Found through the reference, whatever the database knows of tables that have just been filled.
const asked = `d.id, ${compared} AS utr, to_char(d.created_at AT TIME ZONE 'Asia/Kolkata', 'YYYY-MM-DD') AS day, d.amount_paise AS paise, d.status,
  CASE WHEN d.status = 'pending' THEN EXISTS (
    SELECT FROM bank_reference AS r WHERE r.utr = ${compared} AND r.amount_paise = d.amount_paise
      AND (SELECT b.deposit_id FROM bank_row AS b WHERE b.id = r.bank_row_id) IS NULL)
  ELSE false END AS "hasRow"`

/** Requests that have one of these references, whatever became of them. */
export async function askedWith(db: Queryable, utrs: readonly string[]): Promise<AskedDeposit[]> {
  const { rows } = await db.query<AskedDeposit>(
    `SELECT ${asked} FROM deposit AS d WHERE ${compared} = ANY ($1::text[]) ORDER BY d.id`,
    [utrs],
  )
  return rows
}

/** Requests that wait, oldest first, up to a number. */
export async function askedAndWaiting(db: Queryable, limit: number): Promise<AskedDeposit[]> {
  const { rows } = await db.query<AskedDeposit>(
    `SELECT ${asked} FROM deposit AS d WHERE d.status = 'pending' ORDER BY d.created_at, d.id LIMIT $1`,
    [limit],
  )
  return rows
}

/** One request, as a row is compared with it. */
export async function findAsked(db: Queryable, id: string): Promise<AskedDeposit | undefined> {
  return (await db.query<AskedDeposit>(`SELECT ${asked} FROM deposit AS d WHERE d.id = $1`, [id])).rows[0]
}

/** Keeps requests that are not rejected and have one of these references as they are until this transaction has ended. */
export async function lockWith(transaction: Queryable, utrs: readonly string[]): Promise<void> {
  await transaction.query(
    `SELECT FROM deposit AS d WHERE ${compared} = ANY ($1::text[]) AND d.status <> 'rejected' ORDER BY d.id FOR UPDATE`,
    [utrs],
  )
}

/** Pairs of these rows that were refused, as `pairKey` names them. */
export async function refusedPairs(db: Queryable, rowIds: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ rowId: string; depositId: string }>(
    'SELECT bank_row_id AS "rowId", deposit_id AS "depositId" FROM bank_pair_refused WHERE bank_row_id = ANY ($1::uuid[])',
    [rowIds],
  )
  return new Set(rows.map(({ rowId, depositId }) => pairKey(rowId, depositId)))
}

/** Notes that a pair is none. @returns false when it was noted before. @throws the database's error where row or request is not there */
export async function refusePair(db: Queryable, rowId: string, depositId: string, atMs: number): Promise<boolean> {
  const { rowCount } = await db.query(
    'INSERT INTO bank_pair_refused (bank_row_id, deposit_id, refused_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    [rowId, depositId, new Date(atMs)],
  )
  return rowCount === 1
}
