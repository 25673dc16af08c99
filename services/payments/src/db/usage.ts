import type { LimitPeriod, Paise } from '@kismet/contracts'
import type { Queryable } from '@kismet/service-kit/database'

/** What a player has in the queue, and has stored and sent on the calendar day of Asia/Kolkata. */
export interface Usage {
  readonly pending: number
  readonly requestsToday: number
  readonly bytesToday: number
  /** Proofs that could not be opened. */
  readonly unopenedToday: number
  /** Until the next day begins. */
  readonly restOfDayMs: number
  /** Sums of the deposits that are pending or approved, by the calendar period of Asia/Kolkata. */
  readonly deposited: Record<LimitPeriod, Paise>
}

const startOf = (period: LimitPeriod) => `date_trunc('${period}', $2::timestamptz, 'Asia/Kolkata')`
const depositedIn = (period: LimitPeriod) =>
  `'${period}', coalesce(sum(amount_paise) FILTER (WHERE status <> 'rejected' AND created_at >= ${startOf(period)}), 0)`

/** Reads what the deposits of a player count against the quotas and limits. */
export async function readUsage(db: Queryable, playerId: string, nowMs: number): Promise<Usage> {
  const { rows } = await db.query<Usage>(
    `SELECT count(*) FILTER (WHERE status = 'pending') AS pending,
            count(*) FILTER (WHERE created_at >= ${startOf('day')}) AS "requestsToday",
            coalesce(sum(proof_bytes) FILTER (WHERE created_at >= ${startOf('day')}), 0)::bigint AS "bytesToday",
            (SELECT count(*) FROM attempt WHERE player_id = $1 AND kind = 'unopened_proof' AND at >= ${startOf('day')}) AS "unopenedToday",
            (extract(epoch FROM ${startOf('day')} + interval '1 day' - $2) * 1000)::bigint AS "restOfDayMs",
            json_build_object(${depositedIn('day')}, ${depositedIn('week')}, ${depositedIn('month')}) AS deposited
     FROM request WHERE player_id = $1 AND kind = 'deposit'
       AND (status = 'pending' OR created_at >= least(${startOf('week')}, ${startOf('month')}))`,
    [playerId, new Date(nowMs)],
  )
  const [usage] = rows
  if (usage === undefined) throw new Error('A sum has no row')
  return usage
}
