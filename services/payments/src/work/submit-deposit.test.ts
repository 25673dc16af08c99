import { describe, expect, it } from '@jest/globals'
import type { DepositRules } from '@kismet/contracts'
import { requireAllowed } from './submit-deposit.ts'

const none = { day: null, week: null, month: null }
const deposited = { day: 1_000, week: 2_000, month: 3_000 }
const nowMs = 1_000_000

const refusals: [why: string, rules: Partial<DepositRules>, amountPaise: number, code: string | undefined][] = [
  ['no rules', {}, 1_000_000, undefined],
  ['a limit of the day that is reached, not passed', { limitsPaise: { ...none, day: 1_500 } }, 500, undefined],
  ['a limit of the day that is passed', { limitsPaise: { ...none, day: 1_499 } }, 500, 'limit_reached'],
  ['one of the week', { limitsPaise: { ...none, week: 2_499 } }, 500, 'limit_reached'],
  ['one of the month', { limitsPaise: { ...none, month: 3_499 } }, 500, 'limit_reached'],
  ['no deposits at all', { limitsPaise: { ...none, day: 0 } }, 1, 'limit_reached'],
  ['an exclusion that goes on', { excludedUntilMs: nowMs + 1 }, 1, 'self_excluded'],
  ['an exclusion before a limit', { excludedUntilMs: nowMs + 1, limitsPaise: { ...none, day: 0 } }, 1, 'self_excluded'],
  ['a suspension before an exclusion', { isSuspended: true, excludedUntilMs: nowMs + 1 }, 1, 'account_suspended'],
  ['an exclusion that is over', { excludedUntilMs: nowMs }, 1, undefined],
]

describe('what the own rules of a player make of a deposit', () => {
  it.each(refusals)('%s', (_why, rules, amountPaise, code) => {
    const ask = () =>
      requireAllowed(
        { limitsPaise: none, excludedUntilMs: null, isSuspended: false, ...rules },
        deposited,
        { amountPaise },
        nowMs,
      )
    if (code === undefined) expect(ask).not.toThrow()
    else expect(ask).toThrow(expect.objectContaining({ code }))
  })

  it('name the exceeded limit with the least left', () => {
    const rules = { limitsPaise: { day: 1_500, week: 2_200, month: null }, excludedUntilMs: null, isSuspended: false }
    expect(() => requireAllowed(rules, deposited, { amountPaise: 600 }, nowMs)).toThrow(
      expect.objectContaining({
        message: 'Your weekly deposit limit is ₹22. You have ₹2 left of it. See your limits under Safer play.',
        params: { type: 'deposit', period: 'week', limit: 22, left: 2 },
      }),
    )
  })
})
