import type { Paise } from '@kismet/contracts'
import type { Queryable } from '@kismet/service-kit/database'
import type { Admin } from '@kismet/service-kit/tokens'

export interface Decision {
  readonly status: 'approved' | 'rejected'
  readonly adminReason: string | null
  readonly admin: Pick<Admin, 'id' | 'username'>
  readonly atMs: number
  /** For an approval: when the sweep takes its credit over. */
  readonly creditDueAtMs: number | null
}

/** Decides a request that waits, in one statement, so that of many deciders one wins. @returns whether this one did. */
export async function decide(db: Queryable, id: string, decision: Decision): Promise<boolean> {
  const { status, adminReason, admin, atMs, creditDueAtMs } = decision
  const { rowCount } = await db.query(
    `UPDATE deposit SET status = $2, admin_reason = $3, decided_at = $4, decided_by = $5, decided_by_name = $6, credit_due_at = $7
     WHERE id = $1 AND status = 'pending'`,
    [id, status, adminReason, new Date(atMs), admin.id, admin.username, creditDueAtMs && new Date(creditDueAtMs)],
  )
  return rowCount === 1
}

/** An approved deposit that the wallet has not booked yet. */
export interface OwedCredit {
  readonly depositId: string
  readonly playerId: string
  readonly amountPaise: Paise
  /** Which try of the sweep this is, from 1. */
  readonly attempt: number
}

/**
 * Takes credits that are due until `takenUntilMs`, so that two replicas do not run after the same ones. Nothing is lost when the taker dies: the
 * row stays owed, and due again then, until the wallet's answer is marked.
 */
export async function takeDueCredits(
  db: Queryable,
  nowMs: number,
  takenUntilMs: number,
  limit: number,
): Promise<OwedCredit[]> {
  const { rows } = await db.query<OwedCredit>(
    `UPDATE deposit SET credit_due_at = $2, credit_attempts = credit_attempts + 1
     WHERE id IN (SELECT id FROM deposit WHERE credit_due_at <= $1 ORDER BY credit_due_at LIMIT $3 FOR UPDATE SKIP LOCKED)
     RETURNING id AS "depositId", player_id AS "playerId", amount_paise AS "amountPaise", credit_attempts AS attempt`,
    [new Date(nowMs), new Date(takenUntilMs), limit],
  )
  return rows
}

/** Sets when an owed credit is tried next. */
export async function putOffCredit(db: Queryable, id: string, dueAtMs: number): Promise<void> {
  await db.query('UPDATE deposit SET credit_due_at = $2 WHERE id = $1 AND credit_due_at IS NOT NULL', [
    id,
    new Date(dueAtMs),
  ])
}

/** Marks that the wallet has booked a credit. @returns whether it was marked now, and not before. */
export async function markCredited(db: Queryable, id: string, atMs: number): Promise<boolean> {
  const { rowCount } = await db.query(
    'UPDATE deposit SET credited_at = $2, credit_due_at = NULL WHERE id = $1 AND credited_at IS NULL',
    [id, new Date(atMs)],
  )
  return rowCount === 1
}
