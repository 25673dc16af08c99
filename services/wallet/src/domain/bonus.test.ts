import { describe, expect, it } from '@jest/globals'
import { newAccount } from './account.ts'
import { bonusOf, countsForBonus, isBonusDue } from './bonus.ts'
import type { BonusRules } from './bonus.ts'

const rules: BonusRules = { percent: 10, wagerPercent: 50, minMultiplier: 1.01 }

describe('the first-deposit bonus', () => {
  it.each([
    [100_000, 10_000],
    [10_009, 1_000],
    [19, 1],
    [9, 0],
  ])('of a deposit of %i paise is %i, rounded down', (deposit, bonus) => {
    expect(bonusOf(deposit, rules)).toBe(bonus)
  })

  it.each([
    ['a lost bet', 1000, 0, true],
    ['a bet that pays 1.01', 1000, 1010, true],
    ['a bet that pays a paisa less', 1000, 1009, false],
    ['a bet that pays its stake back', 1000, 1000, false],
    ['a win that pays less than its stake', 1000, 990, false],
    ['a small stake, where 1.01 is no whole paisa', 50, 51, true],
    ['the largest amounts', 1_000_000_000_000, 1_009_999_999_999, false],
  ])('%s of %i that pays %i counts: %s', (_what, stake, payout, counts) => {
    expect(countsForBonus(stake, payout, rules)).toBe(counts)
  })

  it.each([
    ['not yet', 49_999, false, false],
    ['at half of the deposit', 50_000, false, true],
    ['only once', 90_000, true, false],
  ])('is due: %s', (_what, countedPaise, bonusReleased, due) => {
    const account = { ...newAccount('p'), firstDepositPaise: 100_000, bonusPaise: 10_000, countedPaise, bonusReleased }
    expect(isBonusDue(account, rules)).toBe(due)
  })

  it('is never due when it is nothing', () => {
    expect(isBonusDue({ ...newAccount('p'), firstDepositPaise: 9, bonusPaise: 0, countedPaise: 100 }, rules)).toBe(
      false,
    )
  })
})
