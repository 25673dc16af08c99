import { describe, expect, it } from '@jest/globals'
import {
  formatAge,
  formatClock,
  formatDate,
  formatDay,
  formatDayOfYear,
  formatMinute,
  formatMoment,
  formatRecent,
} from './time.ts'

const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000]

describe('an age', () => {
  it.each([
    { ageMs: -5 * second, text: '0 s' },
    { ageMs: 40 * second, text: '40 s' },
    { ageMs: minute - 1, text: '59 s' },
    { ageMs: minute, text: '1 min' },
    { ageMs: 24 * minute, text: '24 min' },
    { ageMs: hour, text: '1 h' },
    { ageMs: hour + 2 * minute, text: '1 h 2 min' },
    { ageMs: 2 * day + 3 * hour, text: '2 d 3 h' },
  ])('$ageMs ms: $text', ({ ageMs, text }) => {
    expect(formatAge(ageMs)).toBe(text)
  })
})

describe('times are Indian, with 24 hours', () => {
  const instant = '2026-11-21T18:42:05.000Z'
  it.each([
    { name: 'clock', text: formatClock(Date.parse(instant)), expected: 'Sun 22 Nov, 00:12' },
    { name: 'moment', text: formatMoment(instant), expected: '00:12:05' },
    { name: 'date', text: formatDate('2026-12-31T18:30:00.000Z'), expected: '1 Jan 2027' },
    { name: 'day', text: formatDay(instant, Date.parse(instant)), expected: '22 Nov, 00:12' },
    {
      name: 'day of the year before',
      text: formatDay('2026-12-31T18:29:00.000Z', Date.parse('2026-12-31T18:30:00.000Z')),
      expected: '31 Dec 2026, 23:59',
    },
    {
      name: 'day of the year after',
      text: formatDay('2026-12-31T18:30:00.000Z', Date.parse('2026-12-31T18:29:00.000Z')),
      expected: '1 Jan 2027, 00:00',
    },
    { name: 'day beside others of its time', text: formatDayOfYear(instant), expected: '22 Nov' },
    { name: 'minute', text: formatMinute(instant), expected: '22 Nov 2026, 00:12' },
  ])('$name', ({ text, expected }) => {
    expect(text).toBe(expected)
  })

  it.each([
    { now: '2026-11-21T18:29:00.000Z', is: '17:42:05' },
    { now: '2026-11-21T18:31:00.000Z', is: '21 Nov, 17:42' },
    { now: '2027-11-21T12:12:05.000Z', is: '21 Nov 2026, 17:42' },
  ])('a time has its day where it is not of today: $is', ({ now, is }) => {
    expect(formatRecent('2026-11-21T12:12:05.000Z', Date.parse(now))).toBe(is)
  })

  it('names every month as in India', () => {
    const indian = new Intl.DateTimeFormat('en-IN', { timeZone: 'Asia/Kolkata', day: 'numeric', month: 'short' })
    for (let month = 0; month < 12; month += 1) {
      const atMs = Date.UTC(2026, month, 28, 20)
      expect(formatDay(atMs, atMs)).toBe(`${indian.format(atMs)}, 01:30`)
    }
  })
})
