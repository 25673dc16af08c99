import { hash } from 'node:crypto'
import type { BankColumns, BankStatement, StatementJoin } from '@kismet/contracts'
import { isoOf } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import type { Admin } from '@kismet/service-kit/tokens'
import type { z } from 'zod'
import { plainName } from '../domain/bank/columns.ts'
import type { CommonRow, EarlierStatement } from '../domain/bank/join.ts'
import { paymentOf } from '../domain/bank/whole-file.ts'
import type { IdentifiedRow } from '../statements/read-file.ts'
import { statementRows } from './bank-rows.ts'

/** The columns that an admin confirmed for a header. */
export interface Mapping {
  readonly columns: BankColumns
  readonly by: string
  readonly at: string
}

/** Identifies a header by its names in their order. */
export const headerHash = (header: readonly string[]): Buffer =>
  hash('sha256', JSON.stringify(header.map(plainName)), 'buffer')

export async function findMapping(db: Queryable, headerSha256: Buffer): Promise<Mapping | undefined> {
  const { rows } = await db.query<Mapping>(
    `SELECT columns, confirmed_by_name AS by, ${isoOf('confirmed_at')} AS at FROM bank_mapping WHERE header_sha256 = $1`,
    [headerSha256],
  )
  return rows[0]
}

export async function keepMapping(db: Queryable, headerSha256: Buffer, { columns, by, at }: Mapping): Promise<void> {
  await db.query(
    `INSERT INTO bank_mapping (header_sha256, columns, confirmed_by_name, confirmed_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (header_sha256) DO UPDATE SET columns = $2, confirmed_by_name = $3, confirmed_at = $4`,
    [headerSha256, columns, by, at],
  )
}

type Statement = z.output<typeof BankStatement>

const dayOf = (column: string) => `to_char(${column}, 'YYYY-MM-DD')`

async function readStatements(db: Queryable, which: string, values: readonly unknown[]): Promise<Statement[]> {
  const { rows } = await db.query<Statement>(
    `SELECT s.id AS _id, s.file_name AS "fileName", s.rows, s.fresh, ${dayOf('s.first_day')} AS from, ${dayOf('s.last_day')} AS to,
       s.read_by_name AS "readBy", ${isoOf('s.read_at')} AS "readAt", paid.approved, s.joining AS "join"
     FROM bank_statement AS s CROSS JOIN LATERAL (
       SELECT json_build_object('count', count(*), 'amount', coalesce(sum(r.amount_paise), 0)) AS approved
       FROM ${statementRows}
       WHERE o.statement_id = s.id AND r.deposit_id IS NOT NULL) AS paid ${which}`,
    [...values],
  )
  return rows
}

export async function findStatement(db: Queryable, id: string): Promise<Statement | undefined> {
  return (await readStatements(db, 'WHERE s.id = $1', [id]))[0]
}

/** Statements with an id below `before`, newest first. Ids rise with time. */
export function listStatements(db: Queryable, before: string | undefined, limit: number): Promise<Statement[]> {
  return readStatements(db, 'WHERE $1::uuid IS NULL OR s.id < $1 ORDER BY s.id DESC LIMIT $2', [before ?? null, limit])
}

/** The statement of an earlier read of the same file by the same admin with the same columns. */
export async function findByFile(
  db: Queryable,
  fileSha256: Buffer,
  columns: BankColumns,
  adminId: string,
): Promise<Statement | undefined> {
  const which = 'WHERE s.file_sha256 = $1 AND s.columns = $2 AND s.read_by = $3 ORDER BY s.id LIMIT 1'
  return (await readStatements(db, which, [fileSha256, columns, adminId]))[0]
}

/** The newest statement that ends no later than a day. */
export async function findEarlier(db: Queryable, lastDay: string): Promise<EarlierStatement | undefined> {
  const { rows } = await db.query<EarlierStatement>(
    `SELECT ${dayOf('last_day')} AS "lastDay", closing_paise AS "closingPaise" FROM bank_statement
     WHERE last_day <= $1 ORDER BY last_day DESC, id DESC LIMIT 1`,
    [lastDay],
  )
  return rows[0]
}

/**
 * The rows of a file, with the identity of the stored row where one has the reference and amount. `common`: those that
 * earlier statements have, too, oldest first.
 */
export async function identifyByPayment(
  db: Queryable,
  rows: readonly IdentifiedRow[],
): Promise<{ identified: IdentifiedRow[]; common: CommonRow[] }> {
  const { rows: stored } = await db.query<
    Pick<IdentifiedRow, 'kind' | 'reference' | 'paise' | 'identity' | 'day' | 'balancePaise'>
  >(
    `SELECT kind, reference, amount_paise AS paise, encode(identity, 'hex') AS identity, ${dayOf('day')} AS day, balance_paise AS "balancePaise"
     FROM bank_row WHERE identity = ANY ($1::bytea[]) OR reference = ANY ($2::text[]) ORDER BY id DESC`,
    [rows.map(({ identity }) => Buffer.from(identity, 'hex')), rows.flatMap(({ reference }) => reference ?? [])],
  )
  const named = stored.filter(({ reference }) => reference !== null)
  const byPayment = new Map(named.map((row) => [paymentOf(row), row.identity]))
  const byIdentity = new Map(stored.map((row) => [row.identity, row]))
  const identified = rows.map((row) => ({ ...row, identity: byPayment.get(paymentOf(row)) ?? row.identity }))
  const common = identified.flatMap(({ identity, balancePaise }) => {
    const earlier = byIdentity.get(identity)
    return earlier === undefined ? [] : { day: earlier.day, balancePaise, earlierPaise: earlier.balancePaise }
  })
  return { identified, common: common.sort((one, other) => one.day.localeCompare(other.day)) }
}

/**
 * The first day of a file with a row that the file does not have, among the rows of earlier statements with common rows.
 * Statements of another account have no common row.
 */
export async function findMissingDay(
  db: Queryable,
  rows: readonly IdentifiedRow[],
  firstDay: string,
  lastDay: string,
): Promise<string | null> {
  const found = await db.query<{ day: string | null }>(
    `WITH common AS MATERIALIZED (SELECT id FROM bank_row WHERE identity = ANY (SELECT decode(unnest($1::text[]), 'hex'))),
       near AS MATERIALIZED (SELECT DISTINCT statement_id FROM bank_statement_row WHERE bank_row_id IN (SELECT id FROM common)),
       beside AS MATERIALIZED (SELECT DISTINCT bank_row_id AS id FROM bank_statement_row
         WHERE statement_id IN (SELECT statement_id FROM near) AND bank_row_id NOT IN (SELECT id FROM common))
     SELECT ${dayOf('min(r.day)')} AS day FROM beside, LATERAL (SELECT day FROM bank_row WHERE id = beside.id OFFSET 0) AS r
     WHERE r.day BETWEEN $2 AND $3`,
    [rows.map(({ identity }) => identity), firstDay, lastDay],
  )
  return found.rows[0]?.day ?? null
}

export interface NewStatement {
  readonly id: string
  readonly fileSha256: Buffer
  readonly fileName: string
  readonly columns: BankColumns
  readonly admin: Pick<Admin, 'id' | 'username'>
  readonly readAtMs: number
  readonly closingPaise: number | null
  readonly join: StatementJoin
}

/** Stores a statement with those of its rows that are new, and links all its rows in their order. */
export async function insertStatement(
  db: Queryable,
  { id, fileSha256, fileName, columns, admin, readAtMs, closingPaise, join }: NewStatement,
  rows: readonly IdentifiedRow[],
): Promise<void> {
  await db.query(
    `WITH read AS MATERIALIZED (
       SELECT * FROM json_to_recordset($8) AS read (
         identity text, day date, text text, paise bigint, "balancePaise" bigint, kind text, reference text, numbers text[])),
     fresh AS (
       INSERT INTO bank_row (id, identity, day, text, amount_paise, balance_paise, kind, reference, numbers)
       SELECT uuidv7(), decode(identity, 'hex'), day, text, paise, "balancePaise", kind, reference, numbers FROM read
       ON CONFLICT (identity) DO NOTHING RETURNING id)
     INSERT INTO bank_statement (id, file_sha256, columns, file_name, read_by, read_by_name, read_at, closing_paise, joining, rows, fresh, first_day, last_day)
     SELECT $1, $2, $3, $4, $5, $6, $7, $9, $10, count(*), (SELECT count(*) FROM fresh), min(day), max(day) FROM read`,
    [
      ...[id, fileSha256, columns, fileName, admin.id, admin.username, new Date(readAtMs)],
      ...[JSON.stringify(rows), closingPaise, join],
    ],
  )
  await db.query(
    `INSERT INTO bank_statement_row (statement_id, row_number, bank_row_id)
     SELECT $1, read.at, kept.id FROM unnest($2::text[]) WITH ORDINALITY AS read (identity, at)
     JOIN bank_row AS kept ON kept.identity = decode(read.identity, 'hex') ON CONFLICT (statement_id, bank_row_id) DO NOTHING`,
    [id, rows.map(({ identity }) => identity)],
  )
}
