import { readAuditOf } from '@kismet/contracts'
import type { AuditedService, AuditRow, Input, Output } from '@kismet/contracts'
import { isoTime } from '../clock.ts'
import { isTooSlow } from '../database.ts'
import type { Queryable } from '../database.ts'
import { Refusal } from '../refusal.ts'
import type { StoredRow } from './chain.ts'

type ReadAudit = ReturnType<typeof readAuditOf>

const searched = `lower(concat_ws(' ', action, target, admin_name, ip, request_id, detail::text))`

/** A row as admins read it. */
function viewOf(service: AuditedService, row: StoredRow): AuditRow {
  return {
    service,
    sequence: row.sequence,
    at: isoTime(row.at.getTime()),
    admin: { _id: row.admin_id, username: row.admin_name },
    action: row.action,
    target: row.target,
    detail: row.detail,
    requestId: row.request_id,
    ip: row.ip,
    previousHash: row.previous_hash,
    hash: row.hash,
  }
}

/** Rows of a log through its filters, newest first. @throws Refusal `unavailable` when it took too long to find them */
export async function readRows(
  db: Queryable,
  service: AuditedService,
  { search = '', admin = '', action = '', from, to, before, limit }: Input<ReadAudit>,
): Promise<Output<ReadAudit>> {
  const conditions: readonly (readonly [value: unknown, sql: (place: string) => string])[] = [
    [before, ($) => `sequence < ${$}::bigint`],
    [search.toLowerCase() || undefined, ($) => `position(${$}::text IN ${searched}) > 0`],
    [admin.toLowerCase() || undefined, ($) => `lower(admin_name) = ${$}::text`],
    [action || undefined, ($) => `(action = ${$}::text OR starts_with(action, ${$}::text || '.'))`],
    [from && new Date(from), ($) => `at >= ${$}::timestamptz`],
    [to && new Date(to), ($) => `at < ${$}::timestamptz`],
  ]
  const asked = conditions.filter(([value]) => value !== undefined)
  const where = ['true', ...asked.map(([, sql], index) => sql(`$${index + 2}`))].join(' AND ')
  const sql = `SELECT * FROM audit WHERE ${where} ORDER BY sequence DESC LIMIT $1`
  const { rows } = await db
    .query<StoredRow>(sql, [limit + 1, ...asked.map(([value]) => value)])
    .catch((error: unknown) => {
      throw isTooSlow(error) ? new Refusal('unavailable') : error
    })
  return { rows: rows.slice(0, limit).map((row) => viewOf(service, row)), more: rows.length > limit }
}
