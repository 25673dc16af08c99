import { indiaTime, startOfDay } from '@kismet/contracts'

/** A minute of India as a field has it: 2026-11-28T14:05. */
export const minuteOf = (atMs: number): string => indiaTime(atMs).slice(0, 16).replace(' ', 'T')

/** The instant at which a minute of India begins, as the wire has it. */
export function instantOf(minute: string): string {
  const [day = '', time = ''] = minute.split('T')
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return new Date(startOfDay(day) + (hours * 60 + minutes) * 60_000).toISOString()
}
