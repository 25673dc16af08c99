import { z } from 'zod'

/** Asia/Kolkata is ahead of UTC by this, all year. */
export const indiaAheadMs = 330 * 60_000
const dayMs = 86_400_000

const AnyDay = z.iso.date({ error: 'A day is written as 2026-11-28.' })

/** A day of Asia/Kolkata, such as 2026-11-28. The days beside it have four digits for the year, too. */
export const Day = AnyDay.refine((day) => day >= '1900' && day < '3000', {
  error: 'A day is in the years 1900 to 2999.',
})

/** Days of Asia/Kolkata from `from` to `to`, both included. A missing day leaves that end open. */
export const DayRange = z.object({ from: Day.optional(), to: Day.optional() })
export type DayRange = z.output<typeof DayRange>

/** The time of an instant in Asia/Kolkata, as files have it: 2026-11-28 01:00:12. */
export function indiaTime(atMs: number): string {
  return new Date(atMs + indiaAheadMs).toISOString().slice(0, 19).replace('T', ' ')
}

/** The day of Asia/Kolkata of an instant. */
export const dayOf = (atMs: number): string => indiaTime(atMs).slice(0, 10)

/** When a day of Asia/Kolkata begins, in ms. */
export const startOfDay = (day: string): number => Date.parse(`${day}T00:00:00.000Z`) - indiaAheadMs

/** The day that is `days` days after a day. A negative number goes back. */
export const addDays = (day: string, days: number): string => dayOf(startOfDay(day) + days * dayMs)

/** The instants of a range in ms: `fromMs` counts, `untilMs` does not. */
export function instantsOf({ from, to }: DayRange): { fromMs: number | undefined; untilMs: number | undefined } {
  return {
    fromMs: from === undefined ? undefined : startOfDay(from),
    untilMs: to === undefined ? undefined : startOfDay(addDays(to, 1)),
  }
}

/** The first and the last day of a month such as 2026-11. */
export function daysOfMonth(month: string): { from: string; to: string } {
  const from = `${month}-01`
  const last = new Date(from)
  last.setUTCMonth(last.getUTCMonth() + 1, 0)
  return { from, to: last.toISOString().slice(0, 10) }
}

/** The presets of a date range. */
export const rangePresets = ['today', 'yesterday', 'last-7-days', 'this-month', 'last-month'] as const
export type RangePreset = (typeof rangePresets)[number]

/** The days of a preset on the day `today`. A range of the current month ends today. */
export function daysOfPreset(preset: RangePreset, today: string): { from: string; to: string } {
  const firstOfMonth = `${today.slice(0, 7)}-01`
  const yesterday = addDays(today, -1)
  const ranges = {
    today: { from: today, to: today },
    yesterday: { from: yesterday, to: yesterday },
    'last-7-days': { from: addDays(today, -6), to: today },
    'this-month': { from: firstOfMonth, to: today },
    'last-month': daysOfMonth(addDays(firstOfMonth, -1).slice(0, 7)),
  }
  return ranges[preset]
}
