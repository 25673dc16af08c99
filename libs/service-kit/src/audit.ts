import { hash } from 'node:crypto'
import type { Clock } from './clock.ts'
import { takeTurn } from './database.ts'
import type { Queryable } from './database.ts'
import type { Admin } from './tokens.ts'

export interface AuditEntry {
  readonly admin: Pick<Admin, 'id' | 'username'>
  /** What was done, such as `deposit.approve`. */
  readonly action: string
  /** The id of what it was done to. */
  readonly target: string
  /** What a reader needs to judge it. No secrets. */
  readonly detail: Readonly<Record<string, string | number | boolean | null>>
  readonly requestId: string
}

/** A row of the table, but for its own hash. */
interface AuditRow {
  readonly sequence: number
  readonly at: Date
  readonly admin_id: string
  readonly admin_name: string
  readonly action: string
  readonly target: string
  readonly detail: AuditEntry['detail']
  readonly request_id: string
  readonly previous_hash: string
}

/** The hash before the first row of a chain. */
const genesis = '0'.repeat(64)

/** jsonb does not keep the order of fields, so that they are hashed in that of their names. */
function hashOf(row: AuditRow): string {
  const detail = Object.entries(row.detail).sort(([a], [b]) => (a < b ? -1 : 1))
  const { sequence, at, action, target } = row
  const place = [row.previous_hash, sequence, at, row.admin_id, row.admin_name]
  return hash('sha256', JSON.stringify([...place, action, target, detail, row.request_id]))
}

/**
 * Writes one admin action into the audit table of this service's schema, in the transaction of the action itself.
 * Rows are chained, so that writers wait for each other here: call it last.
 */
export async function appendAudit(transaction: Queryable, clock: Clock, entry: AuditEntry): Promise<void> {
  await takeTurn(transaction, 'audit')
  const { rows } = await transaction.query<{ sequence: number; hash: string }>(
    'SELECT sequence, hash FROM audit ORDER BY sequence DESC LIMIT 1',
  )
  const row: AuditRow = {
    sequence: (rows[0]?.sequence ?? 0) + 1,
    at: new Date(clock.now()),
    admin_id: entry.admin.id,
    admin_name: entry.admin.username,
    action: entry.action,
    target: entry.target,
    detail: entry.detail,
    request_id: entry.requestId,
    previous_hash: rows[0]?.hash ?? genesis,
  }
  await transaction.query('INSERT INTO audit SELECT * FROM jsonb_populate_record(NULL::audit, $1)', [
    { ...row, hash: hashOf(row) },
  ])
}

const verifyPage = 1_000

/** Walks the whole chain. @returns the sequence of the first row that does not fit, or null when every one does. */
export async function firstAuditBreak(db: Queryable): Promise<number | null> {
  let previous = genesis
  let expected = 1
  for (;;) {
    const { rows } = await db.query<AuditRow & { readonly hash: string }>(
      'SELECT * FROM audit WHERE sequence >= $1 ORDER BY sequence LIMIT $2',
      [expected, verifyPage],
    )
    for (const row of rows) {
      if (row.sequence !== expected || row.previous_hash !== previous || row.hash !== hashOf(row)) return expected
      previous = row.hash
      expected += 1
    }
    if (rows.length < verifyPage) return null
  }
}
