import { aviatorLowestHundredths } from './aviator.ts'
import { aviatorPayoutPaise } from './aviator-bet.ts'
import { hundredthsOrNull } from './decimal.ts'
import { minesAutoWinPaise } from './mines-auto.ts'
import { minesPayoutPaise, minesTiles } from './mines.ts'

export interface ProofMoney {
  readonly stakePaise: number
  readonly payoutPaise: number
}

/** 10,00,000 rupees: above every stake that a game takes, and small enough for every payout to be countable. */
const highestStakePaise = 100_000_000

/** The money of a proof from rupees, or null when it cannot be money of a bet. */
export function moneyOf(stake: number, payout: number): ProofMoney | null {
  const stakePaise = hundredthsOrNull(stake)
  const payoutPaise = hundredthsOrNull(payout)
  if (stakePaise === null || payoutPaise === null) return null
  return stakePaise >= 1 && stakePaise <= highestStakePaise ? { stakePaise, payoutPaise } : null
}

/**
 * Whether a game of Mines can have paid that: nothing, the stake (returned at zero tiles), or a multiplier of this
 * number of mines, manual or automatic. The proof does not say which tiles were opened, so no more can be checked.
 */
export function minesPayoutIsPossible({ stakePaise, payoutPaise }: ProofMoney, minesCount: number): boolean {
  if (payoutPaise === 0 || payoutPaise === stakePaise) return true
  for (let tiles = 1; tiles <= minesTiles - minesCount; tiles++) {
    if (payoutPaise === minesPayoutPaise({ stakePaise, minesCount, opened: tiles })) return true
    if (payoutPaise === minesAutoWinPaise({ stakePaise, minesCount, tiles })) return true
  }
  return false
}

/** Whether a bet of a round can have paid that: nothing, or a multiplier from 1.00 to the crash point. */
export function aviatorPayoutIsPossible(
  { stakePaise, payoutPaise }: ProofMoney,
  crashPointHundredths: number,
): boolean {
  if (payoutPaise === 0) return true
  for (let multiplier = aviatorLowestHundredths; multiplier <= crashPointHundredths; multiplier++) {
    if (payoutPaise === aviatorPayoutPaise(stakePaise, multiplier)) return true
  }
  return false
}
