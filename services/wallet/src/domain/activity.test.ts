import { describe, expect, it } from '@jest/globals'
import { activityOn, afterBet, afterRefund, dayOf, noActivity } from './activity.ts'
import type { Activity } from './activity.ts'

const kolkata = (text: string) => Date.parse(`${text}+05:30`)
const dayAt = (text: string) => dayOf(kolkata(text))

describe('the calendar of Asia/Kolkata', () => {
  it.each([
    ['1970-01-01T05:29:59.999', 0],
    ['1970-01-01T00:00:00', 0],
    ['1970-01-02T00:00:00', 1],
    ['1969-12-31T23:59:59.999', -1],
  ])('%s is day %i', (at, day) => {
    expect(dayAt(at)).toBe(day)
  })

  it('begins a day at midnight in India, which is 18:30 UTC', () => {
    expect(dayOf(Date.parse('2026-01-14T18:30:00Z')) - dayOf(Date.parse('2026-01-14T18:29:59.999Z'))).toBe(1)
  })
})

/** 5 a day, 7 a week, 11 a month, on a Wednesday. */
const wednesday: Activity = {
  day: dayAt('2026-01-14T12:00:00'),
  wageredPaise: { day: 5, week: 7, month: 11 },
  lostPaise: { day: -5, week: 7, month: 11 },
}

describe('periods that are over count nothing', () => {
  it.each([
    ['the same day', '2026-01-14T23:59:59', { day: 5, week: 7, month: 11 }],
    ['the next day', '2026-01-15T00:00:00', { day: 0, week: 7, month: 11 }],
    ['Sunday of the week', '2026-01-18T23:59:59', { day: 0, week: 7, month: 11 }],
    ['Monday after', '2026-01-19T00:00:00', { day: 0, week: 0, month: 11 }],
    ['the last of the month', '2026-01-31T23:59:59', { day: 0, week: 0, month: 11 }],
    ['the first of the next month', '2026-02-01T00:00:00', { day: 0, week: 0, month: 0 }],
    ['a year later', '2027-01-14T12:00:00', { day: 0, week: 0, month: 0 }],
  ])('%s', (_what, at, wagered) => {
    expect(activityOn(wednesday, dayAt(at)).wageredPaise).toEqual(wagered)
  })

  it('keeps a week that two months share', () => {
    const saturday = { ...wednesday, day: dayAt('2026-01-31T12:00:00') }
    expect(activityOn(saturday, dayAt('2026-02-01T12:00:00')).wageredPaise).toEqual({ day: 0, week: 7, month: 0 })
  })

  it('does not go back with a clock that is a little behind', () => {
    expect(activityOn(wednesday, wednesday.day - 1)).toBe(wednesday)
  })
})

describe('what a bet counts', () => {
  const today = { ...noActivity, day: 100 }

  it('counts a stake as wagered and lost, and takes a payout from what is lost', () => {
    const after = afterBet(afterBet(today, 300, 0), 0, 500)
    expect(after).toEqual(afterBet(today, 300, 500))
    expect(after.wageredPaise).toEqual({ day: 300, week: 300, month: 300 })
    expect(after.lostPaise).toEqual({ day: -200, week: -200, month: -200 })
  })

  it('forgets a bet that is undone on the day on which it was taken', () => {
    expect(afterRefund(afterBet(today, 300, 0), 300, 100)).toEqual(today)
  })

  it.each([
    ['the day before, in the same week and month', '2026-01-13T12:00:00', { day: 5, week: 4, month: 8 }],
    ['the week before, in the same month', '2026-01-09T12:00:00', { day: 5, week: 7, month: 8 }],
    ['the month before', '2025-12-31T12:00:00', { day: 5, week: 7, month: 11 }],
  ])('gives a bet of %s back only to the periods that counted it', (_what, stakedOn, wagered) => {
    expect(afterRefund(wednesday, 3, dayAt(stakedOn)).wageredPaise).toEqual(wagered)
  })
})
