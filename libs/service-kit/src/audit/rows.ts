import { auditDecisions, decisionPattern, readAuditOf } from '@kismet/contracts'
import type { AuditedService, AuditRow, Input, Output } from '@kismet/contracts'
import { isoTime } from '../clock.ts'
import type { Queryable } from '../database.ts'

type ReadAudit = ReturnType<typeof readAuditOf>

const searched = `lower(concat_ws(' ', action, target, admin_name, ip, request_id, detail::text))`

/** A row as admins read it. The service and the form of the time are added later. */
const view = `sequence, at, jsonb_build_object('_id', admin_id, 'username', admin_name) AS admin, action, target, detail,
  request_id AS "requestId", ip, previous_hash AS "previousHash", hash`
type View = Omit<AuditRow, 'service' | 'at'> & { readonly at: Date }

/** Rows that one call looks at: some 0.2 s of the database, however rare is what is looked for. */
const lookedAt = 50_000
/** Rows stand in the order of their chain; a clock may have been wrong by so much at most where a search ends by time. */
const clockErrorMs = 3_600_000

/**
 * The last row that a search reads when it has not found enough rows; undefined at the beginning of
 * the log. A place behind the newest row counts as the newest row.
 */
async function endOf(
  db: Queryable,
  before: number | undefined,
  rowsOfCall: number,
): Promise<{ sequence: number; at: Date } | undefined> {
  const sql = `
    SELECT sequence, at FROM audit
    WHERE sequence = least($1::bigint, (SELECT max(sequence) + 1 FROM audit)) - $2::bigint AND sequence > 1`
  return (await db.query<{ sequence: number; at: Date }>(sql, [before ?? null, rowsOfCall])).rows[0]
}

/** The words of a search; undefined without a word. */
function wordsOf(search: string): string[] | undefined {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return words.length === 0 ? undefined : words
}

/** Rows of a log through its filters, newest first. @param rowsOfCall what one call looks at */
export async function readRows(
  db: Queryable,
  service: AuditedService,
  { search = '', admin = '', action = '', from, to, before, limit }: Input<ReadAudit>,
  rowsOfCall = lookedAt,
): Promise<Output<ReadAudit>> {
  const end = await endOf(db, before, rowsOfCall)
  const conditions: readonly (readonly [value: unknown, sql: (place: string) => string])[] = [
    [before, ($) => `sequence < ${$}::bigint`],
    [end?.sequence, ($) => `sequence >= ${$}::bigint`],
    [
      wordsOf(search),
      ($) => `NOT EXISTS (SELECT FROM unnest(${$}::text[]) word WHERE position(word IN ${searched}) = 0)`,
    ],
    [admin.toLowerCase() || undefined, ($) => `lower(admin_name) = ${$}::text`],
    [action === auditDecisions ? decisionPattern : undefined, ($) => `action ~ ${$}::text`],
    [
      action === auditDecisions ? undefined : action || undefined,
      ($) => `(action = ${$}::text OR starts_with(action, ${$}::text || '.'))`,
    ],
    [from && new Date(from), ($) => `at >= ${$}::timestamptz`],
    [to && new Date(to), ($) => `at < ${$}::timestamptz`],
  ]
  const asked = conditions.filter(([value]) => value !== undefined)
  const where = ['true', ...asked.map(([, sql], index) => sql(`$${index + 2}`))].join(' AND ')
  const sql = `SELECT ${view} FROM audit WHERE ${where} ORDER BY sequence DESC LIMIT $1`
  const found = await db.query<View>(sql, [limit + 1, ...asked.map(([value]) => value)])
  const rows = found.rows.slice(0, limit)
  const isPast = from !== undefined && end !== undefined && end.at.getTime() < Date.parse(from) - clockErrorMs
  const last = found.rows.length > limit ? rows.at(-1) : isPast ? undefined : end
  return {
    rows: rows.map((row) => ({ service, ...row, at: isoTime(row.at.getTime()) })),
    next: last === undefined ? null : { before: last.sequence, at: isoTime(last.at.getTime()) },
  }
}
