import { addDays, Day, dayOf, indiaTime, startOfDay } from '@kismet/contracts'

const minuteMs = 60_000

/** A minute of India as a field has it: 2026-11-28T14:05. */
const minuteOf = (atMs: number): string => indiaTime(atMs).slice(0, 16).replace(' ', 'T')

function msOf(minute: string): number {
  const [day = '', time = ''] = minute.split('T')
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return startOfDay(day) + (hours * 60 + minutes) * minuteMs
}

/** The instant at which a minute of India begins, as the wire has it. */
export const instantOf = (minute: string): string => new Date(msOf(minute)).toISOString()

/** Whether a text of the address is a minute that exists. */
export function isMinute(text: string | null): text is string {
  if (text === null || !/^[\d-]{10}T\d\d:\d\d$/.test(text) || !Day.safeParse(text.slice(0, 10)).success) return false
  return minuteOf(msOf(text)) === text
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

/** The minutes of a shift: `from` counts, `to` does not. */
export interface Shift {
  readonly from: string
  readonly to: string
}

/** The minutes of a named shift, seen from a moment. The minute of this moment counts. */
export function minutesOf(name: NamedShift, nowMs: number): Shift {
  const [today, yesterday] = [startOfDay(dayOf(nowMs)), startOfDay(addDays(dayOf(nowMs), -1))]
  const endMs = (Math.floor(nowMs / minuteMs) + 1) * minuteMs
  const [from, to] = {
    shift: [endMs - shiftMs, endMs],
    before: [endMs - 2 * shiftMs, endMs - shiftMs],
    today: [today, endMs],
    yesterday: [yesterday, today],
  }[name] as [number, number]
  return { from: minuteOf(from), to: minuteOf(to) }
}
