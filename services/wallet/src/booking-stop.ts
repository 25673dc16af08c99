import { setTimeout as delay } from 'node:timers/promises'
import type { AuditLog } from '@kismet/service-kit/audit/log'
import { isoTime } from '@kismet/service-kit/clock'
import type { Clock } from '@kismet/service-kit/clock'
import { inTransaction } from '@kismet/service-kit/database'
import type { Pool } from '@kismet/service-kit/database'
import type { Term } from '@kismet/service-kit/leadership'
import type { Logger } from '@kismet/service-kit/logger'
import { deleteBookingStop, insertBookingStop } from './db/booking-stop.ts'
import type { BookingStop } from './db/booking-stop.ts'

const tries = 60
const tryAgainAfterMs = 1_000

/**
 * Persists a booking stop, so that the next leader does not resume booking. Retries for a minute
 * within the term, because the database may be the fault.
 */
export async function keepBookingStop(
  { db, clock, log }: { readonly db: Pool; readonly clock: Clock; readonly log: Logger },
  { signal }: Pick<Term, 'signal'>,
  cause: Error,
): Promise<void> {
  const stop = { cause: cause.message, stoppedAtMs: clock.now() }
  for (let left = tries; left > 0 && !signal.aborted; left -= 1)
    try {
      await insertBookingStop(db, stop)
      return
    } catch (error) {
      log.error({ err: error }, 'failed to persist the booking stop; the next leader may resume booking')
      await delay(tryAgainAfterMs, undefined, { signal, ref: false }).catch(() => undefined)
    }
}

/** Lets the wallet book again from its next start on. Who does it has proven the ledger. @returns why it had stopped, or undefined when it had not */
export function resumeBooking(db: Pool, audit: AuditLog): Promise<BookingStop | undefined> {
  return inTransaction(db, async (transaction) => {
    const stop = await deleteBookingStop(transaction)
    if (stop === undefined) return undefined
    const detail = { cause: stop.cause, stoppedAt: isoTime(stop.stoppedAtMs) }
    await audit.appendOperator(transaction, { action: 'booking.resume', target: 'wallet', detail }, 'command')
    return stop
  })
}
