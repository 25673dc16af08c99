import { describe, expect, it } from '@jest/globals'
import { limits } from '@kismet/contracts'
import fc from 'fast-check'
import { autoStopReason, betsOf, nextStakePaise, percentOf, stakeStopReason } from './auto-run.ts'

const settings = {
  bets: 3,
  afterWinPercent: null,
  afterLossPercent: null,
  stopProfitPaise: 10_000,
  stopLossPaise: 5_000,
}

describe('an automatic run', () => {
  it.each([
    ['goes on', settings, 2, 9_999, null],
    ['ends at its number of bets', settings, 3, 0, 'All bets done'],
    ['ends at the profit', settings, 1, 10_000, 'Profit reached'],
    ['ends at the loss', settings, 1, -5_000, 'Loss reached'],
    ['goes on above the loss', settings, 1, -4_999, null],
    ['has no limits', { ...settings, stopProfitPaise: null, stopLossPaise: null }, 2, -1_000_000, null],
    ['says the profit first', settings, 3, 20_000, 'Profit reached'],
  ])('%s', (_, limits, betsDone, netPaise, reason) =>
    expect(autoStopReason(limits, { betsDone, netPaise })?.() ?? null).toBe(reason),
  )

  it.each([
    ['', null],
    ['0', null],
    ['1', 1],
    [' 7 ', 7],
    ['1000', 1_000],
    ['1001', null],
    ['1,00', null],
    ['1.5', null],
    ['1e9', null],
    ['-3', null],
  ])('takes %j as %p bets', (text, bets) => expect(betsOf(text)).toBe(bets))

  it.each([
    ['', null],
    ['  ', null],
    ['0', 0],
    ['100', 100],
    ['+50', 50],
    ['-50', -50],
    ['−99', -99],
    ['900', 900],
    ['-100', undefined],
    ['901', undefined],
    ['1e2', undefined],
    ['12.5', undefined],
    ['--1', undefined],
    ['%', undefined],
  ])('takes %j as a change of %p per cent', (text, percent) => expect(percentOf(text)).toBe(percent))

  it.each([
    ['back to the first', null, null, true, 10_000],
    ['as it is', 0, null, true, 40_000],
    ['doubled after a loss', null, 100, false, 80_000],
    ['halved after a win', -50, 100, true, 20_000],
  ])('has its next stake %s', (_, afterWinPercent, afterLossPercent, hasWon, next) =>
    expect(
      nextStakePaise({ afterWinPercent, afterLossPercent }, { firstPaise: 10_000, stakePaise: 40_000 }, hasWon),
    ).toBe(next),
  )

  it('never stakes more than the change says, by less than a paisa, and in whole paise', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: limits.dice.maxRupees * 100 }),
        fc.integer({ min: -99, max: 900 }),
        (stakePaise, percent) => {
          const stakes = { firstPaise: 1, stakePaise }
          const next = nextStakePaise({ afterWinPercent: null, afterLossPercent: percent }, stakes, false)
          const exact = BigInt(stakePaise) * BigInt(100 + percent)
          expect(BigInt(next) * 100n <= exact && exact < (BigInt(next) + 1n) * 100n).toBe(true)
        },
      ),
    ))

  it.each([
    [9_999, true],
    [10_000, false],
    [10_000_000, false],
    [10_000_001, true],
  ])('with a stake of %d paise it ends: %p', (stakePaise, ends) =>
    expect(stakeStopReason(stakePaise, { minPaise: 10_000, maxPaise: 10_000_000 }) !== null).toBe(ends),
  )
})
