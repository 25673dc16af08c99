import { addDays, dayOf, indiaTime, startOfDay } from '@kismet/contracts'

/** A minute of India as a field has it: 2026-11-28T14:05. */
const minuteOf = (atMs: number): string => indiaTime(atMs).slice(0, 16).replace(' ', 'T')

/** The instant at which a minute of India begins, as the wire has it. */
export function instantOf(minute: string): string {
  const [day = '', time = ''] = minute.split('T')
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return new Date(startOfDay(day) + (hours * 60 + minutes) * 60_000).toISOString()
}

const shiftMs = 8 * 3_600_000

/** The shifts that have a name. */
export const shiftWords = {
  shift: 'This shift (8 hours)',
  before: 'Shift before',
  today: 'Today',
  yesterday: 'Yesterday',
} as const
export type NamedShift = keyof typeof shiftWords

/** The first and the last minute of a shift. */
export interface Shift {
  readonly from: string
  readonly to: string
}

/** The minutes of a named shift, seen from a moment. */
export function minutesOf(name: NamedShift, nowMs: number): Shift {
  const [today, yesterday] = [startOfDay(dayOf(nowMs)), startOfDay(addDays(dayOf(nowMs), -1))]
  const [from, to] = {
    shift: [nowMs - shiftMs, nowMs],
    before: [nowMs - 2 * shiftMs, nowMs - shiftMs],
    today: [today, nowMs],
    yesterday: [yesterday, today],
  }[name] as [number, number]
  return { from: minuteOf(from), to: minuteOf(to) }
}
