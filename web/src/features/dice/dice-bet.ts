import { errorCatalogue, limits } from '@kismet/contracts'
import { diceOdds, diceRollOverMaxHundredths, diceWinPaise } from '@kismet/fairness'

/** One bet: money in paise, roll-over in hundredths (5050 is 50.50). */
export interface DiceBet {
  stakePaise: number
  rollOverHundredths: number
}

export const minStakePaise = limits.dice.minRupees * 100
export const maxStakePaise = limits.dice.maxRupees * 100
export const defaultRollOverHundredths = Math.round(limits.dice.rollOverDefault * 100)

const clamp = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value))

/** A stake within ₹100 to ₹1,00,000 (spec 5.7); what is no amount becomes the smallest. */
export function clampStakePaise(stakePaise: number | null): number {
  return clamp(stakePaise ?? minStakePaise, minStakePaise, maxStakePaise)
}

/** A roll-over within 0 to 99.99 (spec 5.7). */
export function clampRollOver(hundredths: number): number {
  return clamp(Math.round(hundredths), 0, diceRollOverMaxHundredths)
}

/** The roll-over whose win chance (in hundredths of a per cent) is nearest to the one asked for. */
export function rollOverOfChance(chanceHundredths: number): number {
  return clampRollOver(10_000 - chanceHundredths)
}

/** The roll-over whose multiplier is nearest to the one asked for: chance = 99 / multiplier. */
export function rollOverOfMultiplier(multiplier: number): number {
  return multiplier > 0 ? clampRollOver(10_000 - 9_900 / multiplier) : 0
}

/** What the controls show of a roll-over, as text. */
export function oddsTexts(rollOverHundredths: number): { rollOver: string; multiplier: string; chance: string } {
  const { winChanceHundredths, multiplierTenThousandths } = diceOdds(rollOverHundredths)
  return {
    rollOver: (rollOverHundredths / 100).toFixed(2),
    multiplier: (multiplierTenThousandths / 10_000).toFixed(4),
    chance: (winChanceHundredths / 100).toFixed(2),
  }
}

/** What a win adds to the balance, in paise; under a roll-over of 1 it is negative. */
export function netGainOnWinPaise(bet: DiceBet): number {
  return diceWinPaise(bet) - bet.stakePaise
}

/** Why a bet cannot be placed (spec 5.7), or null. */
export function betProblem(bet: DiceBet, balancePaise: number): string | null {
  if (bet.stakePaise > balancePaise) return errorCatalogue.insufficient_balance.message
  return diceWinPaise(bet) > limits.maxWinPaise ? errorCatalogue.max_win_exceeded.message : null
}
