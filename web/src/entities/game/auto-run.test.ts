import { describe, expect, it } from '@jest/globals'
import { autoStopReason, betsOf } from './auto-run.ts'

const settings = { bets: 3, stopProfitPaise: 10_000, stopLossPaise: 5_000 }

describe('an automatic run', () => {
  it.each([
    ['goes on', settings, 2, 9_999, null],
    ['ends at its number of bets', settings, 3, 0, 'All bets done'],
    ['ends at the profit', settings, 1, 10_000, 'Profit reached'],
    ['ends at the loss', settings, 1, -5_000, 'Loss reached'],
    ['goes on above the loss', settings, 1, -4_999, null],
    ['has no limits', { bets: 3, stopProfitPaise: null, stopLossPaise: null }, 2, -1_000_000, null],
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
})
