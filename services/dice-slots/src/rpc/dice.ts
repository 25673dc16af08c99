import { getDiceCommitment, listDicePlays, playDice } from '@kismet/contracts'
import { fromTenThousandths } from '@kismet/fairness'
import { answerOf } from '@kismet/game-kit/answer'
import type { SettledBet } from '@kismet/game-kit/bet'
import type { GameContext } from '@kismet/game-kit/game-context'
import { newestBets, publishedCommitment } from '@kismet/game-kit/own-bets'
import { playInstant } from '@kismet/game-kit/place-bet'
import { handle } from '@kismet/service-kit/handle'
import { dice, diceResult } from '../domain/dice.ts'

function shownOf({ params, outcome }: SettledBet) {
  const { rollOver } = dice.params.parse(params)
  const { roll } = dice.outcome.parse(outcome)
  return { rollOver, roll, result: diceResult({ rollOver }, { roll }) }
}

export const diceOperations = [
  handle(getDiceCommitment, (ctx: GameContext, call) => publishedCommitment(ctx, call, 'dice')),

  handle(playDice, async (ctx: GameContext, call) => {
    const { betAmount: stakePaise, rollOver } = call.input
    const bet = await playInstant(ctx, call, dice, { stakePaise, params: { rollOver } })
    return {
      ...answerOf(bet),
      ...shownOf(bet),
      multiplier: fromTenThousandths(bet.multiplierUnits),
      hash: bet.serverSeedHash,
    }
  }),

  handle(listDicePlays, (ctx: GameContext, call) => newestBets(ctx, call, 'dice', shownOf)),
]
