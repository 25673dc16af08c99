import { msOf } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'

/** A booking stop that no operator has ended yet. */
export interface BookingStop {
  /** What it has found. */
  readonly cause: string
  /** Ms since the epoch. */
  readonly stoppedAtMs: number
}

export async function readBookingStop(db: Queryable): Promise<BookingStop | undefined> {
  const { rows } = await db.query<BookingStop>(`SELECT cause, ${msOf('stopped_at')} AS "stoppedAtMs" FROM booking_stop`)
  return rows[0]
}

/** Keeps the first cause: what comes later may follow from it. */
export async function insertBookingStop(db: Queryable, { cause, stoppedAtMs }: BookingStop): Promise<void> {
  await db.query('INSERT INTO booking_stop (cause, stopped_at) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    cause,
    new Date(stoppedAtMs),
  ])
}

/** @returns what was taken away */
export async function deleteBookingStop(db: Queryable): Promise<BookingStop | undefined> {
  const { rows } = await db.query<BookingStop>(
    `DELETE FROM booking_stop RETURNING cause, ${msOf('stopped_at')} AS "stoppedAtMs"`,
  )
  return rows[0]
}
