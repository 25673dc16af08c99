import { getSlotsCommitment, listSlotsPlays, playSlots } from '@kismet/contracts'
import { fromTenThousandths, slotsLine } from '@kismet/fairness'
import { answerOf } from '@kismet/game-kit/answer'
import type { SettledBet } from '@kismet/game-kit/bet'
import type { GameContext } from '@kismet/game-kit/game-context'
import { newestBets, publishedCommitment } from '@kismet/game-kit/own-bets'
import { playInstant } from '@kismet/game-kit/place-bet'
import { handle } from '@kismet/service-kit/handle'
import { slots } from '../domain/slots.ts'

function shownOf({ outcome, multiplierUnits }: SettledBet) {
  const { reels } = slots.outcome.parse(outcome)
  const { result, winType } = slotsLine(reels)
  return { reels, result, winType, multiplier: fromTenThousandths(multiplierUnits) }
}

export const slotsOperations = [
  handle(getSlotsCommitment, (ctx: GameContext, call) => publishedCommitment(ctx, call, 'slots')),

  handle(playSlots, async (ctx: GameContext, call) => {
    const bet = await playInstant(ctx, call, slots, { stakePaise: call.input.bet, params: {} })
    return { ...answerOf(bet), ...shownOf(bet) }
  }),

  handle(listSlotsPlays, (ctx: GameContext, call) => newestBets(ctx, call, 'slots', shownOf)),
]
