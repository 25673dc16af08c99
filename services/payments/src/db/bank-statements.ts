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
  /** Rows of the file that the statement lacks, because the stored row differs from the file. */
  readonly keptOtherwise: number
  readonly firstDay: string
  readonly lastDay: string
  readonly readByName: string
  readonly readAtMs: number
  readonly approvedCount: number
  readonly approvedPaise: Paise
}

const dayOf = (column: string) => `to_char(${column}, 'YYYY-MM-DD')`

const columns = `s.id, s.file_name AS "fileName", s.rows, s.fresh,
  greatest(s.rows - kept.count, 0) AS "keptOtherwise", ${dayOf('s.first_day')} AS "firstDay", ${dayOf('s.last_day')} AS "lastDay",
  s.read_by_name AS "readByName", ${msOf('s.read_at')} AS "readAtMs", kept.paid_count AS "approvedCount", kept.paid_sum AS "approvedPaise"`
const from = `bank_statement AS s CROSS JOIN LATERAL (
    SELECT count(*), count(r.deposit_id) AS paid_count, coalesce(sum(r.amount_paise) FILTER (WHERE r.deposit_id IS NOT NULL), 0)::bigint AS paid_sum
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

/** Stores new rows with all their numbers. @returns the number of new rows */
export async function insertRows(db: Queryable, rows: readonly IdentifiedRow[]): Promise<number> {
  const { rows: counted } = await db.query<{ fresh: number }>(
    `WITH added AS (
       INSERT INTO bank_row (id, identity, day, text, amount_paise, balance_paise, kind, utrs, parts)
       SELECT id, decode(identity, 'hex'), day, text, paise, balance, kind, string_to_array(utrs, ' '), string_to_array(parts, ' ')
       FROM unnest($1::uuid[], $2::text[], $3::date[], $4::text[], $5::bigint[], $6::bigint[], $7::text[], $8::text[], $9::text[])
         AS read (id, identity, day, text, paise, balance, kind, utrs, parts)
       ON CONFLICT (identity) DO NOTHING RETURNING id, kind, amount_paise, utrs
     ), named AS (
       INSERT INTO bank_reference (utr, amount_paise, bank_row_id)
       SELECT unnest(added.utrs || string_to_array(read.others, ' ')), added.amount_paise, added.id
       FROM added JOIN unnest($1::uuid[], $10::text[]) AS read (id, others) USING (id) WHERE kind IN ('credit', 'debit')
     )
     SELECT count(*)::integer AS fresh FROM added`,
    [
      rows.map(({ id }) => id),
      rows.map(({ identity }) => identity),
      rows.map(({ day }) => day),
      rows.map(({ text }) => text),
      rows.map(({ paise }) => paise),
      rows.map(({ balancePaise }) => balancePaise),
      rows.map(({ kind }) => kind),
      rows.map(({ utrs }) => utrs.join(' ')),
      rows.map(({ parts }) => parts.join(' ')),
      rows.map(({ others }) => others.join(' ')),
    ],
  )
  return counted[0]?.fresh ?? 0
}

export type RowAsRead = Omit<IdentifiedRow, 'id'>

/** SQL: rows of a file, joined with the stored rows of the same identity. */
const keptOfRead = `FROM unnest($1::text[], $2::date[], $3::bigint[], $4::text[], $5::text[], $6::text[])
    WITH ORDINALITY AS read (identity, day, paise, kind, utrs, parts, at)
  JOIN bank_row AS kept ON kept.identity = decode(read.identity, 'hex') AND kept.day = read.day AND kept.amount_paise = read.paise`
/** SQL: the stored row has the kind and the references of the file, which decide what the row can pay for. */
const isAsRead = `(kept.kind = read.kind AND kept.utrs = string_to_array(read.utrs, ' ') AND kept.parts = string_to_array(read.parts, ' '))`
/**
 * SQL: the row is as read, or is in `ofBank`. Spaces do not count in the identity of a row, but
 * they split references.
 */
const isOfBank = `(${isAsRead} OR kept.id = ANY ($9::uuid[]))`

const readValues = (rows: readonly RowAsRead[]) => [
  rows.map(({ identity }) => identity),
  rows.map(({ day }) => day),
  rows.map(({ paise }) => paise),
  rows.map(({ kind }) => kind),
  rows.map(({ utrs }) => utrs.join(' ')),
  rows.map(({ parts }) => parts.join(' ')),
]

/** Stored rows that differ from the rows of the file, each with the statements that have the row. */
export async function keptOtherwise(
  db: Queryable,
  rows: readonly RowAsRead[],
): Promise<{ statementId: string; rowId: string }[]> {
  const { rows: found } = await db.query<{ statementId: string; rowId: string }>(
    `SELECT o.statement_id AS "statementId", kept.id AS "rowId" ${keptOfRead} AND NOT ${isAsRead} JOIN bank_statement_row AS o ON o.bank_row_id = kept.id`,
    readValues(rows),
  )
  return found
}

/**
 * The place of rows in a statement, from the row number `first` on. `ofBank` are stored rows that
 * count even if they differ from the file.
 */
export interface Place {
  readonly statementId: string
  readonly first: number
  readonly ofBank: readonly string[]
}

/**
 * Links rows with a statement. A stored row that differs from the file and is not in `ofBank` gets
 * no link.
 * @returns the number of links
 */
export async function linkRows(
  db: Queryable,
  { statementId, first, ofBank }: Place,
  rows: readonly RowAsRead[],
): Promise<number> {
  const { rowCount } = await db.query(
    `INSERT INTO bank_statement_row (statement_id, row_number, bank_row_id) SELECT $7, $8 + read.at - 1, kept.id ${keptOfRead} WHERE ${isOfBank}`,
    [...readValues(rows), statementId, first, ofBank],
  )
  return rowCount ?? 0
}

/** The statements with a row, newest first. */
export async function statementsWith(db: Queryable, rowId: string): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    'SELECT DISTINCT statement_id AS id FROM bank_statement_row WHERE bank_row_id = $1 ORDER BY statement_id DESC',
    [rowId],
  )
  return rows.map(({ id }) => id)
}

/** The number of rows of a statement. The count stops at `atMost`. */
export async function countRows(db: Queryable, statementId: string, atMost: number): Promise<number> {
  const sql =
    'SELECT count(*) AS rows FROM (SELECT FROM bank_statement_row WHERE statement_id = $1 LIMIT $2) AS counted'
  return (await db.query<{ rows: number }>(sql, [statementId, atMost])).rows[0]?.rows ?? 0
}
