import { getDiceCommitment, listDicePlays, playDice } from '@kismet/contracts'
import { fromTenThousandths } from '@kismet/fairness'
import { answerOf } from '@kismet/game-kit/answer'
import { publishedCommitment } from '@kismet/game-kit/commitments'
import type { House } from '@kismet/game-kit/house'
import { newestPlays } from '@kismet/game-kit/ended'
import { playInstant } from '@kismet/game-kit/instant'
import type { SettledPlay } from '@kismet/game-kit/plays'
import { handle } from '@kismet/service-kit/handle'
import { dice, diceResult } from '../domain/dice.ts'

function shownOf({ params, outcome }: SettledPlay) {
  const { rollOver } = dice.params.parse(params)
  const { roll } = dice.outcome.parse(outcome)
  return { rollOver, roll, result: diceResult({ rollOver }, { roll }) }
}

export const diceOperations = [
  handle(getDiceCommitment, (house: House, call) => publishedCommitment(house, call, 'dice')),

  handle(playDice, async (house: House, call) => {
    const { betAmount: stakePaise, rollOver } = call.input
    const play = await playInstant(house, dice, call, { stakePaise, params: { rollOver } })
    return {
      ...answerOf(play),
      ...shownOf(play),
      multiplier: fromTenThousandths(play.multiplierUnits),
      hash: play.serverSeedHash,
    }
  }),

  handle(listDicePlays, (house: House, call) => newestPlays(house, call, dice, shownOf)),
]
