import { RollOver } from '@kismet/contracts'
import { diceOdds, diceOutcome, diceWinPaise, drawDice, fromHundredths, toHundredths } from '@kismet/fairness'
import type { InstantGame, Rules } from '@kismet/game-kit/game'
import { z } from 'zod'

const DiceParams = z.object({ rollOver: RollOver })
const DiceOutcome = z.object({ roll: z.number() })
export type DiceParams = z.output<typeof DiceParams>
export type DiceOutcome = z.output<typeof DiceOutcome>

/** Version 1 of the maths. */
export const diceRules: Rules<DiceParams, DiceOutcome> = {
  topWinPaise: (stakePaise, { rollOver }) => diceWinPaise({ stakePaise, rollOverHundredths: toHundredths(rollOver) }),

  settle(seeds, stakePaise, { rollOver }) {
    const rollHundredths = drawDice(seeds)
    const settled = diceOutcome({ stakePaise, rollOverHundredths: toHundredths(rollOver), rollHundredths })
    return {
      outcome: { roll: fromHundredths(rollHundredths) },
      payoutPaise: settled.payoutPaise,
      multiplierUnits: settled.multiplierTenThousandths,
    }
  },

  rtp: ({ rollOver }) => diceOdds(toHundredths(rollOver)).rtp,
}

/** Dice (docs/spec/amendments.md, section 2): a roll at or above the roll-over wins. */
export const dice: InstantGame<DiceParams, DiceOutcome> = {
  name: 'dice',
  title: 'Dice',
  params: DiceParams,
  outcome: DiceOutcome,
  version: '1',
  versions: { '1': diceRules },
}

/** How the page names what came of a play. */
export function diceResult({ rollOver }: DiceParams, { roll }: DiceOutcome): 'win' | 'loss' {
  return toHundredths(roll) >= toHundredths(rollOver) ? 'win' : 'loss'
}
