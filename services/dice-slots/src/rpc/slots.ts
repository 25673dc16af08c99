import { getSlotsCommitment, listSlotsPlays, paise, playSlots } from '@kismet/contracts'
import { fromTenThousandths, slotsLine } from '@kismet/fairness'
import { answerOf } from '@kismet/game-kit/answer'
import { publishedCommitment } from '@kismet/game-kit/commitments'
import { newestPlays } from '@kismet/game-kit/ended'
import type { House } from '@kismet/game-kit/house'
import { playInstant } from '@kismet/game-kit/instant'
import type { SettledPlay } from '@kismet/game-kit/plays'
import { isoTime } from '@kismet/service-kit/clock'
import { handle } from '@kismet/service-kit/handle'
import { slots } from '../domain/slots.ts'

function shownOf({ outcome, multiplierUnits, payoutPaise }: SettledPlay) {
  const { reels } = slots.outcome.parse(outcome)
  const { result, winType } = slotsLine(reels)
  return { reels, result, winType, multiplier: fromTenThousandths(multiplierUnits), payout: paise(payoutPaise) }
}

export const slotsOperations = [
  handle(getSlotsCommitment, (house: House, { player }) => publishedCommitment(house, player.id, 'slots')),

  handle(playSlots, async (house: House, call) => {
    const { bet: stakePaise } = call.input
    const play = await playInstant(house, slots, call, { stakePaise, params: {} })
    return { ...answerOf(play), ...shownOf(play), netGain: paise(play.payoutPaise - stakePaise) }
  }),

  handle(listSlotsPlays, async (house: House, { player, input }) => {
    const plays = await newestPlays(house, player.id, slots, input.limit)
    return {
      plays: plays.map((play) => ({
        betId: play.betId,
        ...shownOf(play),
        bet: paise(play.stakePaise),
        createdAt: isoTime(play.settledAtMs),
      })),
    }
  }),
]
