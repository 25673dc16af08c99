import type { Queryable } from '@kismet/service-kit/database'

/** Something that a row is owed, and that is tried until it is done: `due` is when next, null once it is done or when nothing is owed. */
export interface Promised {
  readonly table: 'deposit' | 'withdrawal' | 'notice'
  readonly due: 'credit_due_at' | 'hold_due_at' | 'settle_due_at' | 'due_at'
  readonly attempts: 'credit_attempts' | 'hold_attempts' | 'settle_attempts' | 'attempts'
}

/** What this service promises: credits of approved deposits, holds of withdrawals that were asked for, what follows from decisions on them, mails. */
export const promised = {
  credit: { table: 'deposit', due: 'credit_due_at', attempts: 'credit_attempts' },
  hold: { table: 'withdrawal', due: 'hold_due_at', attempts: 'hold_attempts' },
  settlement: { table: 'withdrawal', due: 'settle_due_at', attempts: 'settle_attempts' },
  notice: { table: 'notice', due: 'due_at', attempts: 'attempts' },
} as const satisfies Record<string, Promised>

/** A row that is owed something; `attempt`: which try of the sweep this is, from 1. */
export interface Owed {
  readonly id: string
  readonly attempt: number
}

/**
 * Takes what is due until `takenUntilMs`, so that two replicas do not run after the same. Nothing is lost when the taker dies: the row stays owed, and due again
 * then, until it is marked.
 */
export async function takeDue(
  db: Queryable,
  { table, due, attempts }: Promised,
  { nowMs, takenUntilMs, limit }: { readonly nowMs: number; readonly takenUntilMs: number; readonly limit: number },
): Promise<Owed[]> {
  const { rows } = await db.query<Owed>(
    `UPDATE ${table} SET ${due} = $2, ${attempts} = ${attempts} + 1
     WHERE id IN (SELECT id FROM ${table} WHERE ${due} <= $1 ORDER BY ${due} LIMIT $3 FOR UPDATE SKIP LOCKED)
     RETURNING id, ${attempts} AS attempt`,
    [new Date(nowMs), new Date(takenUntilMs), limit],
  )
  return rows
}

/** Sets when something that is owed is tried next. */
export async function putOff(db: Queryable, { table, due }: Promised, id: string, dueAtMs: number): Promise<void> {
  await db.query(`UPDATE ${table} SET ${due} = $2 WHERE id = $1 AND ${due} IS NOT NULL`, [id, new Date(dueAtMs)])
}
