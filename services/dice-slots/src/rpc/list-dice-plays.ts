import { listDicePlays, paise } from '@kismet/contracts'
import { isoTime } from '@kismet/service-kit/clock'
import { handle } from '@kismet/service-kit/handle'
import type { Context } from '../context.ts'
import { findNewest } from '../db/plays.ts'
import { diceResult } from '../domain/dice.ts'

export const listDicePlaysHandler = handle(listDicePlays, async ({ db }: Context, { player, input }) => {
  const plays = await findNewest(db, player.id, 'dice', input.limit)
  return {
    plays: plays.map(({ betId, params, settlement, stakePaise, settledAt }) => ({
      betId,
      rollOver: params.rollOver,
      roll: settlement.outcome.roll,
      result: diceResult(params, settlement.outcome),
      bet: paise(stakePaise),
      payout: paise(settlement.payoutPaise),
      createdAt: isoTime(settledAt.getTime()),
    })),
  }
})
