import { getSlotsCommitment, listSlotsPlays, playSlots } from '@kismet/contracts'
import { fromTenThousandths, slotsLine } from '@kismet/fairness'
import { answerOf } from '@kismet/game-kit/answer'
import { publishedCommitment } from '@kismet/game-kit/commitments'
import { newestPlays } from '@kismet/game-kit/ended'
import type { House } from '@kismet/game-kit/house'
import { playInstant } from '@kismet/game-kit/instant'
import type { SettledPlay } from '@kismet/game-kit/plays'
import { handle } from '@kismet/service-kit/handle'
import { slots } from '../domain/slots.ts'

function shownOf({ outcome, multiplierUnits }: SettledPlay) {
  const { reels } = slots.outcome.parse(outcome)
  const { result, winType } = slotsLine(reels)
  return { reels, result, winType, multiplier: fromTenThousandths(multiplierUnits) }
}

export const slotsOperations = [
  handle(getSlotsCommitment, (house: House, call) => publishedCommitment(house, call, 'slots')),

  handle(playSlots, async (house: House, call) => {
    const play = await playInstant(house, slots, call, { stakePaise: call.input.bet, params: {} })
    return { ...answerOf(play), ...shownOf(play) }
  }),

  handle(listSlotsPlays, (house: House, call) => newestPlays(house, call, slots, shownOf)),
]
