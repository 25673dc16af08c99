import type { Context } from '../context.ts'
import { putOff, takeDue } from '../db/promises.ts'
import type { Owed, Promised } from '../db/promises.ts'
import { graceMs, retryMs } from '../domain/promise-schedule.ts'

const batch = 50

/**
 * Sends the outbox rows that are due, for example after the deciding process crashed. `keep` sends and marks a row, and can be
 * repeated at any point. A failed row is retried without end, with backoff.
 */
export async function sweep(ctx: Context, what: Promised, keep: (owed: Owed) => Promise<void>): Promise<void> {
  const nowMs = ctx.clock.now()
  const due = await takeDue(ctx.db, what, { nowMs, takenUntilMs: nowMs + graceMs, limit: batch })
  await Promise.all(
    due.map((owed) =>
      keep(owed).catch((error: unknown) => {
        const { id, attempt } = owed
        ctx.log.error({ err: error, table: what.table, id, attempt }, 'outbox row failed; retrying')
        return putOff(ctx.db, what, id, ctx.clock.now() + retryMs(attempt))
      }),
    ),
  )
}

/** Sends an outbox row at once, for the waiting caller. @returns false when it failed; the sweep retries */
export async function keepNow(ctx: Context, what: Promised, id: string, keep: Promise<void>): Promise<boolean> {
  try {
    await keep
    return true
  } catch (error) {
    ctx.log.error({ err: error, table: what.table, id }, 'decision not booked yet; the sweep retries')
    await putOff(ctx.db, what, id, ctx.clock.now() + retryMs(1)).catch(() => undefined)
    return false
  }
}
