import { limits } from '@kismet/contracts'
import { diceOdds, diceRollOverMaxHundredths } from '@kismet/fairness'

export const defaultRollOverHundredths = Math.round(limits.dice.rollOverDefault * 100)

/** A roll-over within 0 to 99.99 (spec 5.7). */
export function clampRollOver(hundredths: number): number {
  return Math.min(diceRollOverMaxHundredths, Math.max(0, Math.round(hundredths)))
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
