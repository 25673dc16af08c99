import type { NoticeKind } from '@kismet/contracts'
import { msOf } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'

/** A mail about a bank account. `lastDigits`: four digits of the account number. */
export interface Notice {
  readonly playerId: string
  readonly notice: NoticeKind
  readonly lastDigits: string
}

interface Entry {
  /** Of the request, or of the mail. */
  readonly id: string
  readonly createdAtMs: number
}

/** `hold`: the wallet holds the money of a withdrawal. `booking`: the wallet books what a decision brings. */
export type OutboxEntry = Entry &
  ({ readonly kind: 'hold' | 'booking' } | { readonly kind: 'notice'; readonly body: Notice })

/**
 * The process that writes an entry sends it at once. After this time, longer than most commands of the wallet take, the
 * worker takes the entry over.
 */
export const firstDueMs = 5_000

/** Writes an entry in the transaction of its cause. */
export async function insertEntry(db: Queryable, entry: OutboxEntry, dueAtMs: number): Promise<void> {
  const body = entry.kind === 'notice' ? entry.body : null
  await db.query('INSERT INTO outbox (id, kind, body, created_at, due_at) VALUES ($1, $2, $3, $4, $5)', [
    ...[entry.id, entry.kind, body, new Date(entry.createdAtMs), new Date(dueAtMs)],
  ])
}

/**
 * Takes entries that are due, money before mails, and sets their next try to 5, 10, 20, 40, then 60 s later. So two replicas seldom send the
 * same entry, and an entry outlives a crash of its sender.
 */
export async function takeDue(db: Queryable, nowMs: number, limit: number): Promise<OutboxEntry[]> {
  const { rows } = await db.query<OutboxEntry>(
    `UPDATE outbox SET attempts = attempts + 1, due_at = $1::timestamptz + least(5 * 2 ^ least(attempts, 4), 60) * interval '1 second'
     WHERE (id, kind) IN (SELECT id, kind FROM outbox WHERE due_at <= $1 ORDER BY kind = 'notice', due_at LIMIT $2 FOR UPDATE SKIP LOCKED)
     RETURNING id, kind, body, ${msOf('created_at')} AS "createdAtMs"`,
    [new Date(nowMs), limit],
  )
  return rows
}

/** Deletes an entry that was accepted. */
export async function deleteEntry(db: Queryable, { id, kind }: Pick<OutboxEntry, 'id' | 'kind'>): Promise<void> {
  await db.query('DELETE FROM outbox WHERE id = $1 AND kind = $2', [id, kind])
}
