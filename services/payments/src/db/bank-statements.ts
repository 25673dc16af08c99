import type { BankColumns, Paise } from '@kismet/contracts'
import { msOf } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import type { Admin } from '@kismet/service-kit/tokens'
import type { ReadRow } from '../domain/bank/rows.ts'

/** The columns that an admin confirmed for a header. */
export interface StoredMapping {
  readonly columns: BankColumns
  readonly confirmedByName: string
  readonly confirmedAtMs: number
}

export async function findMapping(db: Queryable, headerSha256: Buffer): Promise<StoredMapping | undefined> {
  const { rows } = await db.query<StoredMapping>(
    `SELECT columns, confirmed_by_name AS "confirmedByName", ${msOf('confirmed_at')} AS "confirmedAtMs" FROM bank_mapping WHERE header_sha256 = $1`,
    [headerSha256],
  )
  return rows[0]
}

export async function keepMapping(
  db: Queryable,
  headerSha256: Buffer,
  { columns, confirmedByName, confirmedAtMs }: StoredMapping,
): Promise<void> {
  await db.query(
    `INSERT INTO bank_mapping (header_sha256, columns, confirmed_by_name, confirmed_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (header_sha256) DO UPDATE SET columns = $2, confirmed_by_name = $3, confirmed_at = $4`,
    [headerSha256, columns, confirmedByName, new Date(confirmedAtMs)],
  )
}

/**
 * A file that an admin has read. Days are yyyy-mm-dd. `approvedCount` and `approvedPaise` cover the
 * rows that have paid for a request.
 */
export interface StoredStatement {
  readonly id: string
  readonly fileName: string
  readonly rows: number
  readonly fresh: number
  readonly firstDay: string
  readonly lastDay: string
  readonly readByName: string
  readonly readAtMs: number
  readonly approvedCount: number
  readonly approvedPaise: Paise
}

const dayOf = (column: string) => `to_char(${column}, 'YYYY-MM-DD')`

const columns = `s.id, s.file_name AS "fileName", s.rows, s.fresh,
  ${dayOf('s.first_day')} AS "firstDay", ${dayOf('s.last_day')} AS "lastDay",
  s.read_by_name AS "readByName", ${msOf('s.read_at')} AS "readAtMs", kept.paid_count AS "approvedCount", kept.paid_sum AS "approvedPaise"`
const from = `bank_statement AS s CROSS JOIN LATERAL (
    SELECT count(r.deposit_id) AS paid_count, coalesce(sum(r.amount_paise) FILTER (WHERE r.deposit_id IS NOT NULL), 0)::bigint AS paid_sum
    FROM bank_statement_row AS o JOIN bank_row AS r ON r.id = o.bank_row_id WHERE o.statement_id = s.id) AS kept`

export async function findStatement(db: Queryable, id: string): Promise<StoredStatement | undefined> {
  return (await db.query<StoredStatement>(`SELECT ${columns} FROM ${from} WHERE s.id = $1`, [id])).rows[0]
}

/** Statements with an id below `before`, newest first. Ids rise with time. */
export async function listStatements(
  db: Queryable,
  before: string | undefined,
  limit: number,
): Promise<StoredStatement[]> {
  const { rows } = await db.query<StoredStatement>(
    `SELECT ${columns} FROM ${from} WHERE $1::uuid IS NULL OR s.id < $1 ORDER BY s.id DESC LIMIT $2`,
    [before ?? null, limit],
  )
  return rows
}

/** The key of a read file: its bytes and the meaning of its columns. */
export interface FileRead {
  readonly fileSha256: Buffer
  readonly columns: BankColumns
}

/** The statement of an earlier read of the same file with the same columns. */
export async function findByFile(db: Queryable, { fileSha256, columns: read }: FileRead): Promise<string | undefined> {
  const { rows } = await db.query<{ id: string }>(
    'SELECT id FROM bank_statement WHERE file_sha256 = $1 AND columns = $2',
    [fileSha256, read],
  )
  return rows[0]?.id
}

export interface NewStatement extends FileRead {
  readonly id: string
  readonly fileName: string
  readonly rows: number
  readonly fresh: number
  readonly firstDay: string
  readonly lastDay: string
  readonly admin: Pick<Admin, 'id' | 'username'>
  readonly readAtMs: number
}

export async function insertStatement(db: Queryable, statement: NewStatement): Promise<void> {
  const { id, fileSha256, fileName, rows, fresh, firstDay, lastDay, admin, readAtMs } = statement
  await db.query(
    `INSERT INTO bank_statement (id, file_sha256, columns, file_name, rows, fresh, first_day, last_day, read_by, read_by_name, read_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      ...[id, fileSha256, statement.columns, fileName, rows, fresh, firstDay, lastDay],
      ...[admin.id, admin.username, new Date(readAtMs)],
    ],
  )
}

export interface IdentifiedRow extends ReadRow {
  readonly id: string
  /** SHA-256 in hex. */
  readonly identity: string
}

/** Stores the rows that are new. @returns how many */
export async function insertRows(db: Queryable, rows: readonly IdentifiedRow[]): Promise<number> {
  const { rowCount } = await db.query(
    `INSERT INTO bank_row (id, identity, day, text, amount_paise, balance_paise, kind, reference, numbers)
     SELECT id, decode(identity, 'hex'), day, text, paise, balance, kind, reference, string_to_array(numbers, ' ')
     FROM unnest($1::uuid[], $2::text[], $3::date[], $4::text[], $5::bigint[], $6::bigint[], $7::text[], $8::text[], $9::text[])
       AS read (id, identity, day, text, paise, balance, kind, reference, numbers)
     ON CONFLICT (identity) DO NOTHING`,
    [
      rows.map(({ id }) => id),
      rows.map(({ identity }) => identity),
      rows.map(({ day }) => day),
      rows.map(({ text }) => text),
      rows.map(({ paise }) => paise),
      rows.map(({ balancePaise }) => balancePaise),
      rows.map(({ kind }) => kind),
      rows.map(({ reference }) => reference),
      rows.map(({ numbers }) => numbers.join(' ')),
    ],
  )
  return rowCount ?? 0
}

/** Links the rows of a file with their statement, numbered from `first`. */
export async function linkRows(
  db: Queryable,
  statementId: string,
  first: number,
  identities: readonly string[],
): Promise<void> {
  await db.query(
    `INSERT INTO bank_statement_row (statement_id, row_number, bank_row_id)
     SELECT $1, $2 + read.at - 1, kept.id FROM unnest($3::text[]) WITH ORDINALITY AS read (identity, at)
     JOIN bank_row AS kept ON kept.identity = decode(read.identity, 'hex') ON CONFLICT (statement_id, bank_row_id) DO NOTHING`,
    [statementId, first, identities],
  )
}
