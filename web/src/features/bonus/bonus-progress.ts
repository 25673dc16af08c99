import { limits } from '@kismet/contracts'

/** The values of the profile, in paise. */
export interface BonusValues {
  awaitingBonus: number
  firstDepositAmount: number
  totalBetsAfterFirstDeposit: number
}

export interface BonusProgress {
  state: 'no-deposit' | 'waiting' | 'credited'
  neededPaise: number
  /** The whole bonus. */
  bonusPaise: number
  betPaise: number
  leftPaise: number
  /** Whole per cent, never 100 before it is reached. */
  percent: number
}

/** How far the bonus is (spec 4.6): it is credited when the bets after the first deposit reach half of that deposit. */
export function bonusProgress({
  awaitingBonus,
  firstDepositAmount,
  totalBetsAfterFirstDeposit,
}: BonusValues): BonusProgress {
  const neededPaise = Math.ceil((firstDepositAmount * limits.bonus.wagerPercent) / 100)
  const betPaise = totalBetsAfterFirstDeposit
  const state = awaitingBonus > 0 ? 'waiting' : firstDepositAmount > 0 ? 'credited' : 'no-deposit'
  return {
    state,
    neededPaise,
    bonusPaise: Math.floor((firstDepositAmount * limits.bonus.percent) / 100),
    betPaise,
    leftPaise: Math.max(0, neededPaise - betPaise),
    percent: neededPaise > 0 ? Math.min(100, Math.floor((betPaise * 100) / neededPaise)) : 0,
  }
}
