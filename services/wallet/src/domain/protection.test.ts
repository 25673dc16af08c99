import { describe, expect, it } from '@jest/globals'
import type { Activity } from './activity.ts'
import { limitExceeded, noProtection, stakeRefusal } from './protection.ts'
import type { PeriodLimits, Protection } from './protection.ts'

const nowMs = 1_000_000
const activity: Activity = {
  day: 0,
  wageredPaise: { day: 100, week: 200, month: 300 },
  lostPaise: { day: -50, week: 20, month: 30 },
}
const none: PeriodLimits = { day: null, week: null, month: null }

describe('whether a stake of 10 may be taken', () => {
  it.each<[string, Partial<Protection>, string | undefined]>([
    ['no rules', {}, undefined],
    ['wager of the day: exactly reached', { wagerPaise: { ...none, day: 110 } }, undefined],
    ['wager of the day: passed', { wagerPaise: { ...none, day: 109 } }, 'limit_reached'],
    ['wager of the week: exactly reached', { wagerPaise: { ...none, week: 210 } }, undefined],
    ['wager of the week: passed', { wagerPaise: { ...none, week: 209 } }, 'limit_reached'],
    ['wager of the month: exactly reached', { wagerPaise: { ...none, month: 310 } }, undefined],
    ['wager of the month: passed', { wagerPaise: { ...none, month: 309 } }, 'limit_reached'],
    ['loss of the day: a winner may go on', { lossPaise: { ...none, day: 0 } }, undefined],
    ['loss of the week: exactly reached', { lossPaise: { ...none, week: 30 } }, undefined],
    ['loss of the week: passed', { lossPaise: { ...none, week: 29 } }, 'limit_reached'],
    ['loss of the month: passed', { lossPaise: { ...none, month: 39 } }, 'limit_reached'],
    ['a limit of zero', { wagerPaise: { day: 0, week: null, month: null } }, 'limit_reached'],
    ['a break that lasts', { timeOutUntilMs: nowMs + 1 }, 'time_out'],
    ['a break that ends now', { timeOutUntilMs: nowMs }, undefined],
    ['a suspension', { isSuspended: true, excludedUntilMs: nowMs + 1 }, 'account_suspended'],
    ['an exclusion that lasts', { excludedUntilMs: nowMs + 1 }, 'self_excluded'],
    ['an exclusion that ends now', { excludedUntilMs: nowMs }, undefined],
  ])('%s', (_what, rules, refusal) => {
    expect(stakeRefusal({ ...noProtection, ...rules }, activity, 10, nowMs)).toBe(refusal)
  })
})

it('names the exceeded limit with the least left', () => {
  const protection = {
    ...noProtection,
    wagerPaise: { day: 105, week: 202, month: null },
    lossPaise: { ...none, week: 24 },
  }
  expect(limitExceeded(protection, activity, 10)).toEqual({
    type: 'wager',
    period: 'week',
    limitPaise: 202,
    leftPaise: 2,
  })
  expect(limitExceeded(protection, activity, 2)).toBeUndefined()
})
