import { describe, expect, it } from '@jest/globals'
import { fewBets, standingOf } from './returns.ts'

/** Even-money bets of 100 paise: a won bet pays 198, a lost bet 0. The theoretical payout is 99. */
const evenMoney = (bets: number, won: number) => ({
  bets,
  stakePaise: 100 * bets,
  payoutPaise: 198 * won,
  theoryPaise: 99 * bets,
  residualSquares: bets * 99 ** 2,
})

describe('a return and its theory', () => {
  // The share of wins scatters by 0.5 / sqrt(10,000) = 0.5 points about 50: the return by twice 0.99 times that.
  it.each([
    { won: 5_000, verdict: 'inside' },
    { won: 5_097, verdict: 'inside' },
    { won: 5_099, verdict: 'outside_95' },
    { won: 4_901, verdict: 'outside_95' },
    { won: 5_128, verdict: 'outside_95' },
    { won: 5_130, verdict: 'alarm' },
    { won: 4_870, verdict: 'alarm' },
  ] as const)('with $won wins of 10,000 even bets: $verdict', ({ won, verdict }) => {
    const standing = standingOf(evenMoney(10_000, won))
    expect(standing).toMatchObject({ theoryPercent: 99, actualPercent: (198 * won) / 10_000, verdict })
    expect(standing.standardErrorPercent).toBeCloseTo(0.99, 10)
  })

  it('is not judged by a few bets, however they went', () => {
    expect(standingOf(evenMoney(fewBets - 1, fewBets - 1)).verdict).toBe('few')
    expect(standingOf(evenMoney(fewBets, fewBets)).verdict).toBe('alarm')
  })

  it('of bets that cannot deviate is an alarm when it does', () => {
    const certain = { bets: 5_000, stakePaise: 500_000, payoutPaise: 500_000, theoryPaise: 500_000, residualSquares: 0 }
    expect(standingOf(certain).verdict).toBe('inside')
    expect(standingOf({ ...certain, payoutPaise: 499_999 }).verdict).toBe('alarm')
  })
})
