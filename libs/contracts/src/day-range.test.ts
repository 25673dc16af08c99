import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { addDays, Day, dayOf, daysOfMonth, daysOfPreset, indiaTime, instantsOf, startOfDay } from './day-range.ts'

describe('days of India', () => {
  it.each([
    ['2026-11-27T18:29:59.999Z', '2026-11-27', '2026-11-27 23:59:59'],
    ['2026-11-27T18:30:00.000Z', '2026-11-28', '2026-11-28 00:00:00'],
    ['2026-11-27T19:30:12.000Z', '2026-11-28', '2026-11-28 01:00:12'],
    ['2026-12-31T18:30:00.000Z', '2027-01-01', '2027-01-01 00:00:00'],
    ['2028-02-28T18:30:00.000Z', '2028-02-29', '2028-02-29 00:00:00'],
  ])('%s is on %s', (instant, day, time) => {
    const atMs = Date.parse(instant)
    expect([dayOf(atMs), indiaTime(atMs)]).toEqual([day, time])
  })

  it.each([
    ['today', '2026-11-28', '2026-11-28', '2026-11-28'],
    ['yesterday', '2026-12-01', '2026-11-30', '2026-11-30'],
    ['last-7-days', '2026-03-03', '2026-02-25', '2026-03-03'],
    ['this-month', '2026-11-28', '2026-11-01', '2026-11-28'],
    ['this-month', '2026-11-01', '2026-11-01', '2026-11-01'],
    ['last-month', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['last-month', '2028-03-01', '2028-02-01', '2028-02-29'],
    ['last-month', '2027-01-15', '2026-12-01', '2026-12-31'],
  ] as const)('%s on %s is %s to %s', (preset, today, from, to) => {
    expect(daysOfPreset(preset, today)).toEqual({ from, to })
  })

  it.each(['2026-02-29', '2026-13-01', '28-11-2026', '', '0091-12-01', '9999-12-31'])('%j is no day', (text) => {
    expect(Day.safeParse(text).success).toBe(false)
  })

  it('an instant is in a range if and only if its day is', () => {
    const instant = fc.integer({ min: Date.parse('2025-12-01'), max: Date.parse('2028-04-01') })
    fc.assert(
      fc.property(instant, instant, instant, (atMs, one, other) => {
        const [from = '', to = ''] = [dayOf(one), dayOf(other)].toSorted()
        const { fromMs = 0, untilMs = 0 } = instantsOf({ from, to })
        expect(atMs >= fromMs && atMs < untilMs).toBe(dayOf(atMs) >= from && dayOf(atMs) <= to)
        expect(dayOf(startOfDay(from))).toBe(from)
        expect(addDays(addDays(from, 40), -40)).toBe(from)
      }),
    )
  })

  it('a month has all days between the months beside it', () => {
    for (const month of ['0091-12', '2026-02', '2028-02', '2026-12']) {
      const { from, to } = daysOfMonth(month)
      expect([from.slice(0, 7), to.slice(0, 7), addDays(to, 1).slice(8)]).toEqual([month, month, '01'])
    }
  })
})
