import { readOldestPending } from '@kismet/contracts'
import { isoOf } from '@kismet/service-kit/database'
import { handle } from '@kismet/service-kit/handle'
import type { Context } from '../context.ts'

/** For alerts to owners. */
export const oldestPendingOperation = handle(readOldestPending, async ({ db }: Context) => {
  const sql = `SELECT ${isoOf('min(created_at)')} AS "oldestAt" FROM request WHERE status = 'pending'`
  return { oldestAt: (await db.query<{ oldestAt: string | null }>(sql)).rows[0]?.oldestAt ?? null }
})
