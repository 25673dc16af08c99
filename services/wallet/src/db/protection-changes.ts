import { msOf } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import type { LimitChange } from '../domain/protection.ts'

/** A rise, or the end of a limit, that takes effect at its time (ms since the epoch). */
export interface WaitingChange extends LimitChange {
  readonly effectiveAtMs: number
}

const columns = `rule AS type, period, amount_paise AS "amountPaise", ${msOf('effective_at')} AS "effectiveAtMs"`

/** What waits for a player, whether it is due or not. */
export async function waitingOf(db: Queryable, playerId: string): Promise<WaitingChange[]> {
  const sql = `SELECT ${columns} FROM protection_change WHERE player_id = $1 AND state = 'waiting'`
  return (await db.query<WaitingChange>(sql, [playerId])).rows
}

/** What is due for a player, marked as taken. */
export async function takeDue(db: Queryable, playerId: string, nowMs: number): Promise<WaitingChange[]> {
  const sql = `UPDATE protection_change SET state = 'taken'
    WHERE player_id = $1 AND state = 'waiting' AND effective_at <= to_timestamp($2 / 1000.0) RETURNING ${columns}`
  return (await db.query<WaitingChange>(sql, [playerId, nowMs])).rows
}

export async function playersWithDue(db: Queryable, nowMs: number): Promise<string[]> {
  const { rows } = await db.query<{ playerId: string }>(
    `SELECT DISTINCT player_id AS "playerId" FROM protection_change WHERE state = 'waiting' AND effective_at <= to_timestamp($1 / 1000.0)`,
    [nowMs],
  )
  return rows.map(({ playerId }) => playerId)
}

/** Whether a player has asked for so many changes, or more, since a moment. */
export async function hasAsked(db: Queryable, playerId: string, sinceMs: number, changes: number): Promise<boolean> {
  const sql =
    'SELECT FROM protection_change WHERE player_id = $1 AND asked_at > to_timestamp($2 / 1000.0) OFFSET $3 LIMIT 1'
  return (await db.query(sql, [playerId, sinceMs, changes - 1])).rowCount === 1
}

/** What waits for this limit of a player is not to come any more. */
export async function dropWaiting(db: Queryable, playerId: string, { type, period }: LimitChange): Promise<void> {
  await db.query(
    `UPDATE protection_change SET state = 'dropped' WHERE player_id = $1 AND rule = $2 AND period = $3 AND state = 'waiting'`,
    [playerId, type, period],
  )
}

/** A break or an exclusion until its end, in ms since the epoch. */
interface Pause {
  readonly type: 'time-out' | 'exclusion'
  readonly endsAtMs: number
}

/** Stores a change by a player. The change applies at once, or at `effectiveAtMs`. */
export async function insertChange(
  db: Queryable,
  playerId: string,
  asked: LimitChange | Pause,
  askedAtMs: number,
  effectiveAtMs = askedAtMs,
): Promise<void> {
  const { type, period, amountPaise, endsAtMs } = { period: null, amountPaise: null, endsAtMs: null, ...asked }
  await db.query(
    `INSERT INTO protection_change (player_id, rule, period, amount_paise, ends_at, asked_at, effective_at, state)
     VALUES ($1, $2, $3, $4, to_timestamp($5 / 1000.0), to_timestamp($6 / 1000.0), to_timestamp($7 / 1000.0),
       CASE WHEN $7 > $6 THEN 'waiting' ELSE 'taken' END)`,
    [playerId, type, period, amountPaise, endsAtMs, askedAtMs, effectiveAtMs],
  )
}
