import { describe, expect, it } from '@jest/globals'
import { dailyApprovalLimits, paise } from '@kismet/contracts'
import type { Paise } from '@kismet/contracts'
import fc from 'fast-check'
import { changeInWords, isWeaker, ruleSetOf, splitChange } from './approval-change.ts'
import type { ChangedRules, RuleSet } from './approval-change.ts'
import { rulesOf, secondAdminReasons } from './decision.ts'
import type { RowOrigin } from './decision.ts'

const [low, high] = [paise(500_000), paise(1_000_000)]
const ofReal = ruleSetOf({ secondAbovePaise: low, approvals: {} }, 'real')
const amountNames = ['secondApprovalAbove', ...dailyApprovalLimits] as const

describe('a rule of approvals', () => {
  it.each([
    ['a raised limit', low, high, true],
    ['a removed limit', low, null, true],
    ['a lower limit', high, low, false],
    ['a new limit', null, high, false],
    ['the same limit', low, low, false],
    ['still no limit', null, null, false],
    ['the limit 0 that is raised', paise(0), paise(1), true],
  ])('with %s is weaker or not, for each amount', (_what, before, after, weaker) => {
    for (const name of amountNames)
      expect(isWeaker(name, { ...ofReal, [name]: before }, { ...ofReal, [name]: after })).toBe(weaker)
  })

  it.each([
    ['second_admin', 'allowed', true],
    ['allowed', 'second_admin', false],
    ['allowed', 'allowed', false],
  ] as const)('about deposits without a bank row, from %s to %s, is weaker or not', (before, after, weaker) => {
    expect(isWeaker('withoutRow', { ...ofReal, withoutRow: before }, { ...ofReal, withoutRow: after })).toBe(weaker)
  })
})

const limit = fc.option(fc.integer({ min: 0, max: 1_000 }), { nil: null }) as fc.Arbitrary<Paise | null>
const ruleSet: fc.Arbitrary<RuleSet> = fc.record({
  withoutRow: fc.constantFrom('second_admin' as const, 'allowed' as const),
  ...{ secondApprovalAbove: limit, ownStatementDaily: limit, adminDepositDaily: limit },
  ...{ adminWithdrawalDaily: limit, playerDepositDaily: limit, playerWithdrawalDaily: limit },
})
const sum = fc.integer({ min: 0, max: 1_000 })
const facts = fc.record({
  amountPaise: fc.integer({ min: 1, max: 1_000 }).map(paise),
  rowOrigin: fc.constantFrom<(RowOrigin | null)[]>('none', 'own', 'other', null),
  today: fc.record({ adminPaise: sum, ownStatementPaise: sum, playerPaise: sum }),
})
const kind = fc.constantFrom('deposit' as const, 'withdrawal' as const)

describe('a change of the rules of approvals', () => {
  it('never drops a reason for a second admin with the part that holds at once', () => {
    fc.assert(
      fc.property(ruleSet, ruleSet, facts, kind, (before, after, ofApproval, of) => {
        const { stronger } = splitChange(before, after)
        const reasons = (rules: RuleSet) =>
          secondAdminReasons(ofApproval, rulesOf(of, rules, rules.secondApprovalAbove))
        expect(reasons({ ...before, ...stronger })).toEqual(expect.arrayContaining(reasons(before)))
      }),
      { numRuns: 2_000 },
    )
  })

  it('is whole in both parts together, and each rule is in one part at most', () => {
    fc.assert(
      fc.property(ruleSet, ruleSet, (before, after) => {
        const { stronger, weaker } = splitChange(before, after)
        expect({ ...before, ...stronger, ...weaker }).toEqual(after)
        expect(Object.keys(stronger).filter((name) => name in weaker)).toEqual([])
      }),
    )
  })

  it('is empty for the rules in use', () => {
    expect(splitChange(ofReal, { ...ofReal, playerDepositDaily: undefined })).toEqual({ stronger: {}, weaker: {} })
  })

  it.each<[ChangedRules, string]>([
    [{ secondApprovalAbove: null }, 'Second admin above: from ₹5,000 to no limit'],
    [{ withoutRow: 'allowed' }, 'Deposits without a bank row: from two admins to one admin'],
    [
      { adminDepositDaily: paise(10_000_050), ownStatementDaily: paise(10_000_000) },
      'Own statements per day: from ₹50,000 to ₹1,00,000; Deposits per admin and day: from no limit to ₹1,00,000.50',
    ],
  ])('%j is in the words of the page, with rupees and the values in use', (changed, words) => {
    expect(changeInWords(ofReal, changed)).toBe(words)
  })
})
