import type { Context } from '../context.ts'
import { putOff, takeDue } from '../db/promises.ts'
import type { Owed, Promised } from '../db/promises.ts'
import { graceMs, retryMs } from '../domain/promise-schedule.ts'

const batch = 50

/**
 * Tries what is owed and due: what fell with whoever promised it, or with a part that did not answer. `keep` does one and marks it, and may be run again however far
 * it came. What fails is tried again, ever less often, for ever.
 */
export async function sweep(ctx: Context, what: Promised, keep: (owed: Owed) => Promise<void>): Promise<void> {
  const nowMs = ctx.clock.now()
  const due = await takeDue(ctx.db, what, { nowMs, takenUntilMs: nowMs + graceMs, limit: batch })
  await Promise.all(
    due.map((owed) =>
      keep(owed).catch((error: unknown) => {
        const { id, attempt } = owed
        ctx.log.error({ err: error, table: what.table, id, attempt }, 'something owed was not done; it is tried again')
        return putOff(ctx.db, what, id, ctx.clock.now() + retryMs(attempt))
      }),
    ),
  )
}

/** Keeps a promise at once, for whoever waits for it. @returns false when that could not be done: the sweep tries it again */
export async function keepNow(ctx: Context, what: Promised, id: string, keep: Promise<void>): Promise<boolean> {
  try {
    await keep
    return true
  } catch (error) {
    ctx.log.error({ err: error, table: what.table, id }, 'what was decided is not booked yet; it is tried again')
    await putOff(ctx.db, what, id, ctx.clock.now() + retryMs(1)).catch(() => undefined)
    return false
  }
}
