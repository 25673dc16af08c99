import type { ReturnVerdict } from '@kismet/contracts'

/** What bets of one kind come to. Amounts in paise; `theoryPaise` is what they should have paid: the sum of each stake times its theoretical return. */
export interface ReturnSums {
  readonly bets: number
  readonly stakePaise: number
  readonly payoutPaise: number
  readonly theoryPaise: number
  /** The sum of the squares of (payout - theoretical return * stake), in paise squared. */
  readonly residualSquares: number
}

export interface ReturnStanding {
  readonly theoryPercent: number
  readonly actualPercent: number
  readonly standardErrorPercent: number
  readonly verdict: ReturnVerdict
}

/** Below this the sum of so few payouts, some of them large, is far from normal, and no band would say the truth. */
export const fewBets = 1_000
/** Two-sided quantiles of the normal distribution: 95 and 99 of 100. */
const [z95, z99] = [1.96, 2.576]

/**
 * Compares the actual return with the theoretical return. The payouts are independent, each with
 * its own mean by the published maths. Actual less theoretical return is therefore about normal
 * with mean 0. The variance is estimated from the squared deviations of the bets (a ratio
 * estimator: Cochran, Sampling Techniques, 3rd ed., 6.4).
 * @param sums of at least one bet
 */
export function standingOf({
  bets,
  stakePaise,
  payoutPaise,
  theoryPaise,
  residualSquares,
}: ReturnSums): ReturnStanding {
  const percent = (paise: number) => (100 * paise) / stakePaise
  const deviation = Math.abs(payoutPaise - theoryPaise)
  const standardError = Math.sqrt(Math.max(0, residualSquares))
  const verdict =
    bets < fewBets
      ? 'few'
      : deviation <= z95 * standardError
        ? 'inside'
        : deviation <= z99 * standardError
          ? 'outside_95'
          : 'alarm'
  return {
    theoryPercent: percent(theoryPaise),
    actualPercent: percent(payoutPaise),
    standardErrorPercent: percent(standardError),
    verdict,
  }
}
