import type { Queryable } from '@kismet/service-kit/database'

/** What a player has in the queue, and has stored on the calendar day of Asia/Kolkata. */
export interface Usage {
  readonly pending: number
  readonly requestsToday: number
  readonly bytesToday: number
  /** Until the next day begins. */
  readonly restOfDayMs: number
}

export async function readUsage(db: Queryable, playerId: string, nowMs: number): Promise<Usage> {
  const { rows } = await db.query<Usage>(
    `SELECT count(deposit.id) FILTER (WHERE status = 'pending') AS pending,
            count(deposit.id) FILTER (WHERE created_at >= day) AS "requestsToday",
            coalesce(sum(proof_bytes) FILTER (WHERE created_at >= day), 0)::bigint AS "bytesToday",
            (extract(epoch FROM day + interval '1 day' - $2) * 1000)::bigint AS "restOfDayMs"
     FROM date_trunc('day', $2::timestamptz, 'Asia/Kolkata') AS day
     LEFT JOIN deposit ON player_id = $1 AND (status = 'pending' OR created_at >= day) GROUP BY day`,
    [playerId, new Date(nowMs)],
  )
  const [usage] = rows
  if (usage === undefined) throw new Error('A sum has no row')
  return usage
}
