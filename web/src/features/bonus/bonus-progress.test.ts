import { describe, expect, it } from '@jest/globals'
import { bonusProgress } from './bonus-panel.tsx'

describe('bonusProgress', () => {
  it.each([
    [
      'waits',
      50_000,
      500_000,
      185_000,
      { state: 'waiting', neededPaise: 250_000, betPaise: 185_000, leftPaise: 65_000, percent: 74 },
    ],
    ['is never 100% before it is reached', 50_000, 500_000, 249_999, { state: 'waiting', percent: 99, leftPaise: 1 }],
    [
      'has to be reached to the paisa',
      1_000,
      10_001,
      5_000,
      { state: 'waiting', neededPaise: 5_001, leftPaise: 1, percent: 99 },
    ],
    ['is credited', 0, 500_000, 250_000, { state: 'credited', leftPaise: 0, percent: 100 }],
    ['waits for a first deposit', 0, 0, 0, { state: 'no-deposit', neededPaise: 0, percent: 0 }],
  ])('%s', (_, awaitingBonus, firstDepositAmount, totalBetsAfterFirstDeposit, expected) =>
    expect(bonusProgress({ awaitingBonus, firstDepositAmount, totalBetsAfterFirstDeposit })).toMatchObject(expected),
  )
})
