import { SlotsReels } from '@kismet/contracts'
import { drawReels, slotsOutcome, slotsRtp, slotsTopWinPaise } from '@kismet/fairness'
import type { InstantGame, Rules } from '@kismet/game-kit/game'
import { z } from 'zod'

const SlotsOutcome = z.object({ reels: SlotsReels })
type SlotsOutcome = z.output<typeof SlotsOutcome>

const unitsPerHundredth = 100

/** Version 1 of the maths. */
export const slotsRules: Rules<object, SlotsOutcome> = {
  topWinPaise: slotsTopWinPaise,

  settle(seeds, stakePaise) {
    const reels = drawReels(seeds)
    const { payoutPaise, multiplierHundredths } = slotsOutcome({ stakePaise, reels })
    return { outcome: { reels }, payoutPaise, multiplierUnits: multiplierHundredths * unitsPerHundredth }
  },

  rtp: () => slotsRtp,
}

/** Slots (docs/spec/amendments.md, section 2): three reels of 32 stops each. The player chooses only the stake. */
export const slots: InstantGame<object, SlotsOutcome> = {
  name: 'slots',
  title: 'Slots',
  params: z.object({}),
  outcome: SlotsOutcome,
  version: '1',
  versions: { '1': slotsRules },
}
