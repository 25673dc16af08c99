import { bankStatementLimits } from '@kismet/contracts'
import type { BankRowKind, Paise } from '@kismet/contracts'
import type { Queryable } from '@kismet/service-kit/database'
import { beginningsOf, formsNear, wasSentBack } from '../domain/bank/match.ts'
import type { AskedDeposit, BankCredit, DayOfAmount } from '../domain/bank/match.ts'

const { nearDays, paidDays } = bankStatementLimits

/** A row of a bank, where it stands in what is looked at. */
export interface PlacedRow extends Omit<BankCredit, 'left' | 'sentBack' | 'isPaidBefore'> {
  readonly row: number
  readonly paise: Paise
  readonly kind: BankRowKind
}

export type Credit = PlacedRow & BankCredit

type Joined = Omit<PlacedRow, 'utrs' | 'parts'> & { readonly utrs: string; readonly parts: string }

const words = (joined: string): string[] => (joined === '' ? [] : joined.split(' '))
const placed = ({ utrs, parts, ...row }: Joined): PlacedRow => ({ ...row, utrs: words(utrs), parts: words(parts) })

/** A reference as it is compared. */
const compared = `ltrim(d.utr_normalised, '0')`
/** Credits whose reference and amount a request has that waits, each found by itself, as far as nobody has said that they are not its payment. */
const claimed = `SELECT unnest(ARRAY (
    SELECT named.bank_row_id FROM bank_reference AS named WHERE named.utr = ${compared} AND named.amount_paise = d.amount_paise
      AND NOT EXISTS (SELECT FROM bank_pair_refused AS said WHERE said.bank_row_id = named.bank_row_id AND said.deposit_id = d.id)))
  FROM deposit AS d WHERE d.status = 'pending'`

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

/** Credits from a day on that have paid for nothing yet, of more than `limit` the newest, and used ones that another request claims; oldest first. */
export async function keptRows(db: Queryable, fromDay: string, limit: number): Promise<PlacedRow[]> {
  const { rows } = await db.query<Joined>(
    `SELECT row_number() OVER (ORDER BY r.day, r.id) AS row, ${columns}
     FROM ((SELECT * FROM bank_row WHERE kind = 'credit' AND deposit_id IS NULL AND day >= $1 ORDER BY day DESC, id DESC LIMIT $2)
       UNION ALL SELECT * FROM bank_row WHERE deposit_id IS NOT NULL AND id = ANY (ARRAY (${claimed}))) AS r
     ORDER BY r.day, r.id`,
    [fromDay, limit],
  )
  return rows.map(placed)
}

type SaidOfDay = DayOfAmount & { readonly isPaid: boolean }

/**
 * Credits, with what other rows say of them: that the bank has sent their money back, or that they have been read and used before. Of a row with several numbers, what left before it came is no return of it: a
 * payout to the account or the UPI id that it names. A reference alone is one payment's, whenever its amount has left.
 */
export async function withOthers(db: Queryable, credits: readonly PlacedRow[]): Promise<Credit[]> {
  const { rows } = await db.query<SaidOfDay & { named: string }>(
    `SELECT abs(named.amount_paise) || ' ' || named.utr AS named, to_char(r.day, 'YYYY-MM-DD') AS day, count(*) FILTER (WHERE named.amount_paise > 0)::int AS came,
       count(*) FILTER (WHERE named.amount_paise < 0)::int AS left, bool_or(named.amount_paise > 0 AND r.deposit_id IS NOT NULL) AS "isPaid"
     FROM bank_reference AS named JOIN bank_row AS r ON r.id = named.bank_row_id
     WHERE named.utr = ANY ($1::text[]) AND abs(named.amount_paise) = ANY ($2::bigint[]) GROUP BY named.utr, abs(named.amount_paise), r.day`,
    [[...new Set(credits.flatMap(({ utrs }) => utrs))], [...new Set(credits.map(({ paise }) => paise))]],
  )
  const all = Map.groupBy(rows, ({ named }) => named)
  return credits.map((credit) => {
    const daysOf = (utr: string): readonly SaidOfDay[] => all.get(`${credit.paise} ${utr}`) ?? []
    const from = credit.utrs.length > 1 ? credit.day : ''
    const left = credit.utrs.filter((utr) => daysOf(utr).some((one) => one.left > 0 && one.day >= from))
    return {
      ...credit,
      left,
      sentBack: left.filter((utr) => wasSentBack(daysOf(utr), credit.day)),
      isPaidBefore: credit.paidFor === null && credit.utrs.some((utr) => daysOf(utr).some(({ isPaid }) => isPaid)),
    }
  })
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
export async function noteFirstRow(transaction: Queryable, rowId: string, depositId: string): Promise<void> {
  await transaction.query('UPDATE deposit SET first_bank_row = $1 WHERE id = $2', [rowId, depositId])
}

/** The row by which a deposit was approved by the first of two admins. */
export async function findFirstRow(db: Queryable, depositId: string): Promise<string | null> {
  const { rows } = await db.query<{ id: string | null }>('SELECT first_bank_row AS id FROM deposit WHERE id = $1', [
    depositId,
  ])
  return rows[0]?.id ?? null
}

export async function findPaidFor(db: Queryable, id: string): Promise<string | null> {
  const { rows } = await db.query<{ paidFor: string | null }>(
    'SELECT deposit_id AS "paidFor" FROM bank_row WHERE id = $1',
    [id],
  )
  return rows[0]?.paidFor ?? null
}

/** Of a request that was approved. */
const hasPayment = `(EXISTS (SELECT FROM bank_row AS b WHERE b.deposit_id = d.id)
    OR EXISTS (SELECT FROM bank_reference AS r WHERE r.utr = ${compared} AND r.amount_paise = d.amount_paise))`
// Found through the reference, whatever the database knows of tables that have just been filled.
const asked = `d.id, ${compared} AS utr, to_char(d.created_at AT TIME ZONE 'Asia/Kolkata', 'YYYY-MM-DD') AS day, d.amount_paise AS paise, d.status,
  CASE d.status WHEN 'pending' THEN EXISTS (
    SELECT FROM bank_reference AS r WHERE r.utr = ${compared} AND r.amount_paise = d.amount_paise
      AND (SELECT b.deposit_id FROM bank_row AS b WHERE b.id = r.bank_row_id) IS NULL)
  WHEN 'approved' THEN ${hasPayment} ELSE false END AS "hasRow",
  EXISTS (SELECT FROM bank_row AS b WHERE b.deposit_id = d.id) AS "isNoted"`

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

/** Where requests are looked for that were approved without a row: their amounts, and the days of the rows that may be theirs. */
export interface PaidRange {
  readonly amounts: readonly number[]
  readonly firstDay: string
  readonly lastDay: string
}

/** Requests that were approved and of which the bank has no row, newest first, up to a number. */
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

/** Of requests that were approved and of which the bank has no row those whose reference is near to a row's, up to a number. */
export async function approvedNear(
  db: Queryable,
  { paise, utrs, parts }: PlacedRow,
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

/** Credits that have paid for nothing and may be those of a request, as far as nobody has said that they are not: with its reference or one that is near to it, or, around its day, with a beginning of it. */
export async function creditsNear(
  db: Queryable,
  { id, utr, day, paise }: AskedDeposit,
  limit: number,
): Promise<PlacedRow[]> {
  const { rows } = await db.query<Joined>(
    `SELECT 1 AS row, ${columns} FROM bank_row AS r
     WHERE r.kind = 'credit' AND r.deposit_id IS NULL AND r.amount_paise = $2
       AND NOT EXISTS (SELECT FROM bank_pair_refused AS said WHERE said.bank_row_id = r.id AND said.deposit_id = $6) AND r.id = ANY (ARRAY (
       SELECT named.bank_row_id FROM bank_reference AS named JOIN bank_row AS own ON own.id = named.bank_row_id AND named.utr = ANY (own.utrs)
       WHERE named.utr = ANY ($1::text[]) AND named.amount_paise = $2
       UNION SELECT cut.id FROM bank_row AS cut WHERE cut.kind = 'credit' AND cut.deposit_id IS NULL AND cut.amount_paise = $2
         AND cut.day BETWEEN $3::date - ${nearDays} AND $3::date + ${nearDays} AND cut.parts && $4::text[]))
     ORDER BY r.day, r.id LIMIT $5`,
    [[utr, ...formsNear(utr)], paise, day, beginningsOf(utr), limit, id],
  )
  return rows.map(placed)
}

/** What a row of the bank has under the reference of a request; below 0: money that left. `isClaimed`: it came, and nobody has said that it is another payment. */
export interface NamedAmount {
  readonly rowId: string
  readonly day: string
  readonly paise: Paise
  readonly isClaimed: boolean
}

/** What rows of the bank have themselves under the very reference of a request: of its own amount, and then of others, up to so many credits and debits of each. They are found by the key, whatever names an account of the casino. */
export async function amountsWith(
  db: Queryable,
  { id, utr, paise }: AskedDeposit,
  limit: number,
): Promise<NamedAmount[]> {
  const some = (which: string, order: string) =>
    `(SELECT r.id, r.day, r.amount_paise AS paise FROM bank_reference AS named JOIN bank_row AS r ON r.id = named.bank_row_id AND r.amount_paise = named.amount_paise AND $1 = ANY (r.utrs)
      WHERE named.utr = $1 AND named.amount_paise ${which} ORDER BY ${order} LIMIT $4)`
  const { rows } = await db.query<NamedAmount>(
    `SELECT one.id AS "rowId", to_char(one.day, 'YYYY-MM-DD') AS day, one.paise,
       one.paise > 0 AND NOT EXISTS (SELECT FROM bank_pair_refused AS said WHERE said.bank_row_id = one.id AND said.deposit_id = $3) AS "isClaimed"
     FROM (${some('= $2', 'named.bank_row_id')} UNION ALL ${some('= -$2::bigint', 'named.bank_row_id')}
       UNION ALL ${some('> 0 AND named.amount_paise <> $2', 'named.amount_paise DESC')}
       UNION ALL ${some('< 0 AND named.amount_paise <> -$2::bigint', 'named.amount_paise')}) AS one
     ORDER BY abs(one.paise) <> $2, one.paise DESC, one.id`,
    [utr, paise, id, limit],
  )
  return rows
}

/** Holds a request that was approved until the transaction ends. */
export async function lockApproved(transaction: Queryable, id: string): Promise<AskedDeposit | undefined> {
  await transaction.query(`SELECT FROM deposit WHERE id = $1 AND status = 'approved' FOR UPDATE`, [id])
  const asked = await findAsked(transaction, id)
  return asked?.status === 'approved' ? asked : undefined
}

/** One request, as a row is compared with it. */
export async function findAsked(db: Queryable, id: string): Promise<AskedDeposit | undefined> {
  return (await db.query<AskedDeposit>(`SELECT ${asked} FROM deposit AS d WHERE d.id = $1`, [id])).rows[0]
}

/** Whether a row names another request that was approved, as far as nobody has said that it is not its payment. */
export async function namesApproved(db: Queryable, rowId: string, depositId: string): Promise<boolean> {
  const { rows } = await db.query(
    `SELECT FROM bank_row AS r JOIN deposit AS d ON ${compared} = ANY (r.utrs) WHERE r.id = $1 AND d.id <> $2 AND d.status = 'approved'
       AND NOT EXISTS (SELECT FROM bank_pair_refused AS said WHERE said.bank_row_id = r.id AND said.deposit_id = d.id) LIMIT 1`,
    [rowId, depositId],
  )
  return rows.length > 0
}

/** Rows with the reference and amount of a request: more only where that is a number of the casino's own account. */
const mostLocked = 50

/**
 * Keeps a request, and those that are not rejected and that a row names by which it may be approved, as they are until this transaction has ended: its own row, and the newest with its reference and amount. They are locked in one
 * order, and before the row, so that two approvals by one row wait for each other, and never both.
 * @param rowId null: the row by which the first of two admins has approved it, if there was one
 */
export async function lockNamed(transaction: Queryable, depositId: string, rowId: string | null): Promise<void> {
  await transaction.query(
    `SELECT FROM deposit WHERE id = ANY (ARRAY (
       SELECT $1::uuid UNION ALL SELECT d.id FROM deposit AS d WHERE d.status <> 'rejected' AND ${compared} = ANY (ARRAY (
         SELECT unnest(r.utrs) FROM bank_row AS r WHERE r.id = ANY (ARRAY (
           SELECT COALESCE($2::uuid, d.first_bank_row) FROM deposit AS d WHERE d.id = $1
           UNION ALL (SELECT named.bank_row_id FROM deposit AS d JOIN bank_reference AS named ON named.utr = ${compared} AND named.amount_paise = d.amount_paise
           WHERE d.id = $1 ORDER BY named.bank_row_id DESC LIMIT $3)))))))
     ORDER BY id FOR UPDATE`,
    [depositId, rowId, mostLocked],
  )
}

/** A pair that a person has said is none. */
export interface RefusedPair {
  readonly rowId: string
  readonly depositId: string
}

/** What was said of these rows, and of a request, if one is given. */
export async function refusedPairs(
  db: Queryable,
  rowIds: readonly string[],
  depositId: string | null = null,
): Promise<RefusedPair[]> {
  const { rows } = await db.query<RefusedPair>(
    'SELECT bank_row_id AS "rowId", deposit_id AS "depositId" FROM bank_pair_refused WHERE bank_row_id = ANY ($1::uuid[]) OR deposit_id = $2',
    [rowIds, depositId],
  )
  return rows
}

/** Notes that a pair is none. @returns false when it was noted before. @throws the database's error where row or request is not there */
export async function refusePair(db: Queryable, rowId: string, depositId: string, atMs: number): Promise<boolean> {
  const { rowCount } = await db.query(
    'INSERT INTO bank_pair_refused (bank_row_id, deposit_id, refused_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    [rowId, depositId, new Date(atMs)],
  )
  return rowCount === 1
}
