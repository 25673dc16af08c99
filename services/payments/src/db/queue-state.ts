import type { Queryable } from '@kismet/service-kit/database'
import type { QueueState } from '../telemetry.ts'

export async function readQueueState(db: Queryable, nowMs: number): Promise<QueueState> {
  const { rows } = await db.query<{ pending: number; oldest: Date | null; owed: number }>(
    `SELECT (SELECT count(*) FROM deposit WHERE status = 'pending') AS pending,
            (SELECT min(created_at) FROM deposit WHERE status = 'pending') AS oldest,
            (SELECT count(*) FROM deposit WHERE credit_due_at IS NOT NULL) AS owed`,
  )
  const { pending = 0, oldest = null, owed = 0 } = rows[0] ?? {}
  const oldestPendingSeconds = oldest === null ? 0 : Math.max(0, (nowMs - oldest.getTime()) / 1000)
  return { pending, oldestPendingSeconds, owed }
}
