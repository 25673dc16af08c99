import type { LimitPeriod } from '@kismet/contracts'
import type { Queryable } from '@kismet/service-kit/database'

/** What was wrong with proofs that took too much to open. */
const heavyFaults = ['file_too_much', 'file_too_heavy']

/** What a player has in the queue, and has stored and sent on the calendar day of Asia/Kolkata. */
export interface Usage {
  readonly pending: number
  readonly requestsToday: number
  readonly bytesToday: number
  /** Proofs that could not be opened, and of these the ones that took too much. */
  readonly unopenedToday: number
  readonly heavyToday: number
  /** Until the next day begins. */
  readonly restOfDayMs: number
}

export async function readUsage(db: Queryable, playerId: string, nowMs: number): Promise<Usage> {
  const { rows } = await db.query<Usage>(
    `SELECT count(deposit.id) FILTER (WHERE status = 'pending') AS pending,
            count(deposit.id) FILTER (WHERE created_at >= day) AS "requestsToday",
            coalesce(sum(proof_bytes) FILTER (WHERE created_at >= day), 0)::bigint AS "bytesToday",
            (SELECT count(*) FROM unopened_proof AS u WHERE u.player_id = $1 AND u.at >= day) AS "unopenedToday",
            (SELECT count(*) FROM unopened_proof AS u WHERE u.player_id = $1 AND u.at >= day AND u.fault = ANY ($3)) AS "heavyToday",
            (extract(epoch FROM day + interval '1 day' - $2) * 1000)::bigint AS "restOfDayMs"
     FROM date_trunc('day', $2::timestamptz, 'Asia/Kolkata') AS day
     LEFT JOIN deposit ON player_id = $1 AND (status = 'pending' OR created_at >= day) GROUP BY day`,
    [playerId, new Date(nowMs), heavyFaults],
  )
  const [usage] = rows
  if (usage === undefined) throw new Error('A sum has no row')
  return usage
}

/** Notes that a proof could not be opened. @param fault what was wrong with it, as its refusal says */
export async function noteUnopened(
  db: Queryable,
  {
    id,
    playerId,
    fault,
    atMs,
  }: { readonly id: string; readonly playerId: string; readonly fault: string; readonly atMs: number },
): Promise<void> {
  await db.query('INSERT INTO unopened_proof (id, player_id, fault, at) VALUES ($1, $2, $3, $4)', [
    id,
    playerId,
    fault,
    new Date(atMs),
  ])
}

/** Forgets those of days that are over, some at a time. @returns how many */
export async function forgetUnopened(db: Queryable, beforeMs: number, limit: number): Promise<number> {
  const { rowCount } = await db.query(
    'DELETE FROM unopened_proof WHERE id IN (SELECT id FROM unopened_proof WHERE at <= $1 ORDER BY at LIMIT $2)',
    [new Date(beforeMs), limit],
  )
  return rowCount ?? 0
}

/** Requests of a player, of either kind, that wait for a decision or for what it brings in the wallet. */
export async function countUnfinished(db: Queryable, playerId: string): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `SELECT (SELECT count(*) FROM deposit WHERE player_id = $1 AND (status = 'pending' OR credit_due_at IS NOT NULL))
          + (SELECT count(*) FROM withdrawal WHERE player_id = $1 AND (status = 'pending' OR settle_due_at IS NOT NULL)) AS count`,
    [playerId],
  )
  const [found] = rows
  if (found === undefined) throw new Error('A count has no row')
  return found.count
}

/** What the player's requests that wait or were approved come to, by the calendar period of Asia/Kolkata in which they were sent. In paise. */
export type Deposited = Readonly<Record<LimitPeriod, number>>

export async function readDeposited(db: Queryable, playerId: string, nowMs: number): Promise<Deposited> {
  const { rows } = await db.query<Deposited>(
    `SELECT coalesce(sum(amount_paise) FILTER (WHERE created_at >= date_trunc('day', $2::timestamptz, 'Asia/Kolkata')), 0)::bigint AS day,
            coalesce(sum(amount_paise) FILTER (WHERE created_at >= date_trunc('week', $2::timestamptz, 'Asia/Kolkata')), 0)::bigint AS week,
            coalesce(sum(amount_paise) FILTER (WHERE created_at >= date_trunc('month', $2::timestamptz, 'Asia/Kolkata')), 0)::bigint AS month
     FROM deposit
     WHERE player_id = $1 AND status <> 'rejected'
       AND created_at >= least(date_trunc('week', $2::timestamptz, 'Asia/Kolkata'), date_trunc('month', $2::timestamptz, 'Asia/Kolkata'))`,
    [playerId, new Date(nowMs)],
  )
  const [deposited] = rows
  if (deposited === undefined) throw new Error('A sum has no row')
  return deposited
}
