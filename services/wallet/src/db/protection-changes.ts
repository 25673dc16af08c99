import type { LimitPeriod, LimitType } from '@kismet/contracts'
import type { Queryable } from '@kismet/service-kit/database'
import type { LimitChange } from '../domain/protection.ts'

/** A rise, or the end of a limit, that takes effect at its time (ms since the epoch). */
export interface WaitingChange extends LimitChange {
  readonly changeNo: number
  readonly playerId: string
  readonly effectiveAtMs: number
}

const columns = `change_no AS "changeNo", player_id AS "playerId", rule AS type, period, amount_paise AS "amountPaise",
  floor(extract(epoch FROM effective_at) * 1000)::bigint AS "effectiveAtMs"`

/** What waits for a player, whether it is due or not. */
export async function waitingOf(db: Queryable, playerId: string): Promise<WaitingChange[]> {
  const { rows } = await db.query<WaitingChange>(
    `SELECT ${columns} FROM protection_change WHERE player_id = $1 AND state = 'waiting'`,
    [playerId],
  )
  return rows
}

/** Players with a due change, from after an id on. */
export async function playersWithDue(db: Queryable, nowMs: number, afterId: string, most: number): Promise<string[]> {
  const { rows } = await db.query<{ playerId: string }>(
    `SELECT DISTINCT player_id AS "playerId" FROM protection_change
     WHERE state = 'waiting' AND effective_at <= to_timestamp($1 / 1000.0) AND player_id > $2 ORDER BY player_id LIMIT $3`,
    [nowMs, afterId, most],
  )
  return rows.map(({ playerId }) => playerId)
}

/** How much a player has asked for since a moment; counted as far as `most`. */
export async function countChangesSince(
  db: Queryable,
  playerId: string,
  sinceMs: number,
  most: number,
): Promise<number> {
  const { rows } = await db.query<{ changes: number }>(
    `SELECT count(*) AS changes FROM (
       SELECT FROM protection_change WHERE player_id = $1 AND asked_at > to_timestamp($2 / 1000.0) LIMIT $3
     ) AS asked`,
    [playerId, sinceMs, most],
  )
  return rows[0]?.changes ?? 0
}

/** What waits for this limit of a player is not to come any more. */
export async function dropWaiting(
  db: Queryable,
  playerId: string,
  { type, period }: { type: LimitType; period: LimitPeriod },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE protection_change SET state = 'dropped' WHERE player_id = $1 AND rule = $2 AND period = $3 AND state = 'waiting'`,
    [playerId, type, period],
  )
  return (rowCount ?? 0) > 0
}

export async function markTaken(db: Queryable, changes: readonly WaitingChange[]): Promise<void> {
  const numbers = changes.map(({ changeNo }) => changeNo)
  await db.query(`UPDATE protection_change SET state = 'taken' WHERE change_no = ANY ($1::bigint[])`, [numbers])
}

/** Keeps what a player has asked for: a limit, taken at once or waiting until `effectiveAtMs`. */
export async function insertLimitChange(
  db: Queryable,
  playerId: string,
  { type, period, amountPaise }: LimitChange,
  askedAtMs: number,
  effectiveAtMs: number,
): Promise<void> {
  await db.query(
    `INSERT INTO protection_change (player_id, rule, period, amount_paise, asked_at, effective_at, state)
     VALUES ($1, $2, $3, $4, to_timestamp($5 / 1000.0), to_timestamp($6 / 1000.0), $7)`,
    [playerId, type, period, amountPaise, askedAtMs, effectiveAtMs, effectiveAtMs > askedAtMs ? 'waiting' : 'taken'],
  )
}

/** Keeps a break or an exclusion that a player has asked for. */
export async function insertPause(
  db: Queryable,
  playerId: string,
  rule: 'time-out' | 'exclusion',
  askedAtMs: number,
  endsAtMs: number,
): Promise<void> {
  await db.query(
    `INSERT INTO protection_change (player_id, rule, ends_at, asked_at, effective_at, state)
     VALUES ($1, $2, to_timestamp($3 / 1000.0), to_timestamp($4 / 1000.0), to_timestamp($4 / 1000.0), 'taken')`,
    [playerId, rule, endsAtMs, askedAtMs],
  )
}
