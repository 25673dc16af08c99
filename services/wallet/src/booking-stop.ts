import { setTimeout as delay } from 'node:timers/promises'
import type { AuditLog } from '@kismet/service-kit/audit/log'
import { isoTime } from '@kismet/service-kit/clock'
import type { Clock } from '@kismet/service-kit/clock'
import { inTransaction, msOf } from '@kismet/service-kit/database'
import type { Pool, Queryable } from '@kismet/service-kit/database'
import type { Term } from '@kismet/service-kit/leadership'
import type { Logger } from '@kismet/service-kit/logger'

/** A booking stop that no operator has ended yet. */
interface BookingStop {
  readonly cause: string
  /** Ms since the epoch. */
  readonly stoppedAtMs: number
}

const tries = 60
const tryAgainAfterMs = 1_000
const columns = `cause, ${msOf('stopped_at')} AS "stoppedAtMs"`

export async function readBookingStop(db: Queryable): Promise<BookingStop | undefined> {
  return (await db.query<BookingStop>(`SELECT ${columns} FROM booking_stop`)).rows[0]
}

/**
 * Persists a booking stop, so that the next leader does not resume booking. The first cause stays,
 * because later ones may follow from it. Retries for a minute within the term, because the database
 * may be the fault.
 */
export async function keepBookingStop(
  { db, clock, log }: { readonly db: Pool; readonly clock: Clock; readonly log: Logger },
  { signal }: Pick<Term, 'signal'>,
  cause: Error,
): Promise<void> {
  const stop = [cause.message, new Date(clock.now())]
  for (let left = tries; left > 0 && !signal.aborted; left -= 1)
    try {
      await db.query('INSERT INTO booking_stop (cause, stopped_at) VALUES ($1, $2) ON CONFLICT DO NOTHING', stop)
      return
    } catch (error) {
      log.error({ err: error }, 'failed to persist the booking stop; the next leader may resume booking')
      await delay(tryAgainAfterMs, undefined, { signal, ref: false }).catch(() => undefined)
    }
}

/** Lets the next leader book again. The caller has checked the ledger. @returns the stop, or undefined without one */
export function resumeBooking(db: Pool, audit: AuditLog): Promise<BookingStop | undefined> {
  return inTransaction(db, async (transaction) => {
    const [stop] = (await transaction.query<BookingStop>(`DELETE FROM booking_stop RETURNING ${columns}`)).rows
    if (stop === undefined) return undefined
    const detail = { cause: stop.cause, stoppedAt: isoTime(stop.stoppedAtMs) }
    await audit.appendOperator(transaction, { action: 'booking.resume', target: 'wallet', detail }, 'command')
    return stop
  })
}
