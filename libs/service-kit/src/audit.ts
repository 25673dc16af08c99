import { createHash } from 'node:crypto'
import type { Clock } from './clock.ts'
import { isoTime } from './clock.ts'
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

/** The hash before the first row of a chain. */
const genesis = '0'.repeat(64)

function chainHash(previous: string, sequence: number, at: string, entry: AuditEntry): string {
  const detail = Object.entries(entry.detail).sort(([a], [b]) => (a < b ? -1 : 1))
  const text = JSON.stringify([
    previous,
    sequence,
    at,
    entry.admin.id,
    entry.admin.username,
    entry.action,
    entry.target,
    detail,
    entry.requestId,
  ])
  return createHash('sha256').update(text).digest('hex')
}

/**
 * Writes one admin action into the audit table of this service's schema, in the transaction of the action itself.
 * Rows are chained, so that writers wait for each other here: call it last.
 */
export async function appendAudit(transaction: Queryable, clock: Clock, entry: AuditEntry): Promise<void> {
  await transaction.query(`SELECT pg_advisory_xact_lock(hashtext('audit ' || current_schema()))`)
  const { rows } = await transaction.query<{ sequence: number; hash: string }>(
    'SELECT sequence, hash FROM audit ORDER BY sequence DESC LIMIT 1',
  )
  const previous = rows[0]?.hash ?? genesis
  const sequence = (rows[0]?.sequence ?? 0) + 1
  const at = isoTime(clock.now())
  await transaction.query(
    `INSERT INTO audit (sequence, at, admin_id, admin_name, action, target, detail, request_id, previous_hash, hash)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      sequence,
      at,
      entry.admin.id,
      entry.admin.username,
      entry.action,
      entry.target,
      entry.detail,
      entry.requestId,
      previous,
      chainHash(previous, sequence, at, entry),
    ],
  )
}

interface AuditRow {
  sequence: number
  at: Date
  admin_id: string
  admin_name: string
  action: string
  target: string
  detail: AuditEntry['detail']
  request_id: string
  previous_hash: string
  hash: string
}

const verifyPage = 1_000

/** Walks the whole chain. @returns the sequence of the first row that does not fit, or null when every one does. */
export async function firstAuditBreak(db: Queryable): Promise<number | null> {
  let previous = genesis
  let expected = 1
  for (;;) {
    const { rows } = await db.query<AuditRow>('SELECT * FROM audit WHERE sequence >= $1 ORDER BY sequence LIMIT $2', [
      expected,
      verifyPage,
    ])
    for (const row of rows) {
      const entry: AuditEntry = {
        admin: { id: row.admin_id, username: row.admin_name },
        action: row.action,
        target: row.target,
        detail: row.detail,
        requestId: row.request_id,
      }
      const hash = chainHash(previous, row.sequence, row.at.toISOString(), entry)
      if (row.sequence !== expected || row.previous_hash !== previous || row.hash !== hash) return expected
      previous = row.hash
      expected += 1
    }
    if (rows.length < verifyPage) return null
  }
}
