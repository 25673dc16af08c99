import { bankStatementLimits } from '@kismet/contracts'
import type { BankRowKind, Paise } from '@kismet/contracts'
import type { Queryable } from '@kismet/service-kit/database'
import { beginningsOf, formsNear, isOfSeveral, wasSentBack } from '../domain/bank/match.ts'
import type { AskedDeposit, BankCredit, DayOfAmount } from '../domain/bank/match.ts'
import { compared } from './asked-deposits.ts'

const { nearDays } = bankStatementLimits

/** A row of a bank, where it stands in what is looked at. */
export interface PlacedRow extends Omit<BankCredit, 'left' | 'sentBack' | 'isPaidBefore' | 'repeated'> {
  readonly row: number
  readonly paise: Paise
  readonly kind: BankRowKind
}

export type Credit = PlacedRow & BankCredit

type Joined = Omit<PlacedRow, 'utrs' | 'parts'> & { readonly utrs: string; readonly parts: string }

const words = (joined: string): string[] => (joined === '' ? [] : joined.split(' '))
const placed = ({ utrs, parts, ...row }: Joined): PlacedRow => ({ ...row, utrs: words(utrs), parts: words(parts) })

/** Credits with the reference and amount of a pending request. Pairs that an admin has refused are left out. */
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

/** The newest free credits from a day on, and used credits that another request claims; oldest first. */
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

type SaidOfDay = DayOfAmount & { readonly utr: string; readonly paise: Paise; readonly isPaid: boolean }

/** Credits and debits under some numbers, by day and amount. A credit counts under its references, a debit under all its numbers. */
async function saidUnder(db: Queryable, utrs: readonly string[]): Promise<SaidOfDay[]> {
  const { rows } = await db.query<SaidOfDay>(
    `SELECT named.utr, abs(named.amount_paise) AS paise, to_char(r.day, 'YYYY-MM-DD') AS day,
       count(*) FILTER (WHERE named.amount_paise > 0 AND named.utr = ANY (r.utrs))::int AS came,
       count(*) FILTER (WHERE named.amount_paise < 0)::int AS left,
       bool_or(named.amount_paise > 0 AND named.utr = ANY (r.utrs) AND (${compared} = named.utr OR ${compared} <> ALL (r.utrs)) IS TRUE) AS "isPaid"
     FROM bank_reference AS named JOIN bank_row AS r ON r.id = named.bank_row_id LEFT JOIN deposit AS d ON d.id = r.deposit_id
     WHERE named.utr = ANY ($1::text[]) GROUP BY named.utr, abs(named.amount_paise), r.day`,
    [utrs],
  )
  return rows
}

/** Numbers that several payments have. A number that has paid for its request is a reference: its payment was read twice. */
function repeatedOf(said: readonly SaidOfDay[]): ReadonlySet<string> {
  const ofNumber = Map.groupBy(said, ({ utr }) => utr)
  const isRepeated = (days: readonly SaidOfDay[]): boolean => {
    const amounts = Map.groupBy(days, ({ paise }) => paise).values()
    const sum = (some: readonly SaidOfDay[], key: 'came' | 'left') => some.reduce((all, one) => all + one[key], 0)
    return (
      !days.some(({ isPaid }) => isPaid) &&
      isOfSeveral([...amounts].map((some) => ({ came: sum(some, 'came'), left: sum(some, 'left') })))
    )
  }
  return new Set([...ofNumber].filter(([, days]) => isRepeated(days)).map(([utr]) => utr))
}

/**
 * Credits with facts from other rows. The bank has sent the money back, the payment was used before, or several
 * payments have a number. For a row with several numbers a debit before its day is a payout, no return. A row with
 * one reference counts debits of every day.
 */
export async function withOthers(db: Queryable, credits: readonly PlacedRow[]): Promise<Credit[]> {
  const said = await saidUnder(db, [...new Set(credits.flatMap(({ utrs }) => utrs))])
  const all = Map.groupBy(said, ({ paise, utr }) => `${paise} ${utr}`)
  const repeated = repeatedOf(said)
  return credits.map((credit) => {
    const daysOf = (utr: string): readonly SaidOfDay[] => all.get(`${credit.paise} ${utr}`) ?? []
    const from = credit.utrs.length > 1 ? credit.day : ''
    const left = credit.utrs.filter((utr) => daysOf(utr).some((one) => one.left > 0 && one.day >= from))
    return {
      ...credit,
      left,
      sentBack: left.filter((utr) => wasSentBack(daysOf(utr), credit.day)),
      isPaidBefore: credit.paidFor === null && credit.utrs.some((utr) => daysOf(utr).some(({ isPaid }) => isPaid)),
      repeated: credit.utrs.filter((utr) => repeated.has(utr)),
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

/** Locks a row until the transaction ends. */
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

/**
 * Free credits that may be the payment of a request. They have its reference or a near reference. Around its day the
 * beginning of its reference is enough. Pairs that an admin has refused are left out.
 */
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

/** The amount of a row with the reference of a request, negative for a debit. `isClaimed`: a credit, and no admin has refused the pair. */
export interface NamedAmount {
  readonly rowId: string
  readonly day: string
  readonly paise: Paise
  readonly isClaimed: boolean
}

/**
 * The amounts of rows with the very reference of a request: its own amount first, then others. `limit` counts credits
 * and debits of each. A row speaks for a request by its references, and against it by any of its numbers.
 */
export async function amountsWith(
  db: Queryable,
  { id, utr, paise }: AskedDeposit,
  limit: number,
): Promise<NamedAmount[]> {
  const some = (numbers: string, which: string, order: string) =>
    `(SELECT r.id, r.day, r.amount_paise AS paise FROM bank_reference AS named JOIN bank_row AS r ON r.id = named.bank_row_id AND r.amount_paise = named.amount_paise AND $1 = ANY (${numbers})
      WHERE named.utr = $1 AND named.amount_paise ${which} ORDER BY ${order} LIMIT $4)`
  const [references, any] = ['r.utrs', 'r.utrs || r.parts']
  const { rows } = await db.query<NamedAmount>(
    `SELECT one.id AS "rowId", to_char(one.day, 'YYYY-MM-DD') AS day, one.paise,
       one.paise > 0 AND NOT EXISTS (SELECT FROM bank_pair_refused AS said WHERE said.bank_row_id = one.id AND said.deposit_id = $3) AS "isClaimed"
     FROM (${some(references, '= $2', 'named.bank_row_id')} UNION ALL ${some(any, '= -$2::bigint', 'named.bank_row_id')}
       UNION ALL ${some(any, '> 0 AND named.amount_paise <> $2', 'named.amount_paise DESC')}
       UNION ALL ${some(references, '< 0 AND named.amount_paise <> -$2::bigint', 'named.amount_paise')}) AS one
     ORDER BY abs(one.paise) <> $2, one.paise DESC, one.id`,
    [utr, paise, id, limit],
  )
  return rows
}

/** Whether a row names another approved request. Pairs that an admin has refused are left out. */
export async function namesApproved(db: Queryable, rowId: string, depositId: string): Promise<boolean> {
  const { rows } = await db.query(
    `SELECT FROM bank_row AS r JOIN deposit AS d ON ${compared} = ANY (r.utrs) WHERE r.id = $1 AND d.id <> $2 AND d.status = 'approved'
       AND NOT EXISTS (SELECT FROM bank_pair_refused AS said WHERE said.bank_row_id = r.id AND said.deposit_id = d.id) LIMIT 1`,
    [rowId, depositId],
  )
  return rows.length > 0
}

/** The most rows with the reference and amount of a request. Only a number of the casino's own account has more. */
const mostLocked = 50

/**
 * Locks a request until the transaction ends, and all requests that its rows name. Its rows are `rowId` and the newest
 * with its reference and amount. One order of locks, before the row, keeps two approvals from a deadlock.
 * @param rowId null: the row of the first of two approvals, if it had a row
 */
export async function lockNamed(transaction: Queryable, depositId: string, rowId: string | null): Promise<void> {
  await transaction.query(
    `SELECT FROM deposit WHERE id = ANY (ARRAY (
       SELECT $1::uuid UNION ALL SELECT d.id FROM deposit AS d WHERE d.status <> 'rejected' AND ${compared} = ANY (ARRAY (
         SELECT unnest(r.utrs || r.parts) FROM bank_row AS r WHERE r.id = ANY (ARRAY (
           SELECT COALESCE($2::uuid, d.first_bank_row) FROM deposit AS d WHERE d.id = $1
           UNION ALL (SELECT named.bank_row_id FROM deposit AS d JOIN bank_reference AS named ON named.utr = ${compared} AND named.amount_paise = d.amount_paise
           WHERE d.id = $1 ORDER BY named.bank_row_id DESC LIMIT $3)))))))
     ORDER BY id FOR UPDATE`,
    [depositId, rowId, mostLocked],
  )
}

/** A pair that an admin has refused. */
export interface RefusedPair {
  readonly rowId: string
  readonly depositId: string
}

/** The refused pairs of these rows, and of a request if `depositId` is given. */
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

/** Refuses a pair. @returns false if the pair was refused before. @throws the database's error if the row or the request is missing */
export async function refusePair(db: Queryable, rowId: string, depositId: string, atMs: number): Promise<boolean> {
  const { rowCount } = await db.query(
    'INSERT INTO bank_pair_refused (bank_row_id, deposit_id, refused_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    [rowId, depositId, new Date(atMs)],
  )
  return rowCount === 1
}
