import {
  diceOdds,
  diceOutcome,
  diceWinPaise,
  drawDice,
  fromHundredths,
  fromTenThousandths,
  toHundredths,
} from '@kismet/fairness'
import type { DiceParams, GameRules, Settlement } from './game.ts'

/** Dice (docs/decisions.md, section 2): a roll at or above the roll-over wins. */
export const diceRules: GameRules = {
  title: 'Dice',

  topWinPaise: (stakePaise, params) => diceWinPaise({ stakePaise, rollOverHundredths: toHundredths(params.rollOver) }),

  settle(seeds, stakePaise, params) {
    const rollHundredths = drawDice(seeds)
    const rollOverHundredths = toHundredths(params.rollOver)
    const settled = diceOutcome({ stakePaise, rollOverHundredths, rollHundredths })
    return {
      outcome: { roll: fromHundredths(rollHundredths) },
      payoutPaise: settled.payoutPaise,
      multiplierUnits: settled.multiplierTenThousandths,
    }
  },

  rtp: (params) => diceOdds(toHundredths(params.rollOver)).rtp,
}

/** How the page names what came of a play. */
export function diceResult({ rollOver }: DiceParams, { roll }: Settlement['outcome']): 'win' | 'loss' {
  return toHundredths(roll) >= toHundredths(rollOver) ? 'win' : 'loss'
}

/** The multiplier as the wire shows it. */
export const multiplierOf = ({ multiplierUnits }: Pick<Settlement, 'multiplierUnits'>): number =>
  fromTenThousandths(multiplierUnits)
