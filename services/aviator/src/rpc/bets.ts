import {
  askAviatorLoss,
  cashOutAviator,
  limits,
  listAviatorBets,
  listAviatorTopWins,
  placeAviatorBet,
} from '@kismet/contracts'
import { fromHundredths } from '@kismet/fairness'
import { isoTime } from '@kismet/service-kit/clock'
import { handle } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'
import { betInRound, betsOfPlayer, topWins } from '../db/read-bets.ts'
import { roundById } from '../db/read-rounds.ts'
import { cashOut } from '../round/cash-out.ts'
import { placeBet } from '../round/place-bet.ts'
import type { TableContext } from '../round/table.ts'
import { shownBet, shownLoss } from '../shown.ts'

/** Bets, from being placed to their lists. */
export const betOperations = [
  handle(placeAviatorBet, placeBet),
  handle(cashOutAviator, cashOut),

  handle(askAviatorLoss, async ({ db }: TableContext, { player, input }) => {
    const round = await roundById(db, input.roundId)
    if (round === undefined) throw new Refusal('betting_closed')
    const bet = await betInRound(db, player.id, round.commitment.roundNumber)
    if (bet === undefined || bet.place === null) throw new Refusal('no_bet')
    if (bet.status === 'open') throw new Refusal('not_finished')
    if (bet.decision?.payoutPaise !== 0) throw new Refusal('already_settled')
    const { booking } = bet
    if (booking === null || round.phase !== 'crashed') throw new Refusal('not_finished')
    return shownLoss(round, { ...bet, status: 'lost', booking })
  }),

  handle(listAviatorBets, async ({ db }: TableContext, { player, input }) => {
    const bets = await betsOfPlayer(db, player.id, input.limit)
    return {
      bets: bets.flatMap((bet) => {
        const shown = shownBet(bet)
        const { roundId, roundNumber, crashPointHundredths, placedAtMs } = bet
        const crashPoint = crashPointHundredths && fromHundredths(crashPointHundredths)
        return shown ? [{ ...shown, roundId, roundNumber, crashPoint, createdAt: isoTime(placedAtMs) }] : []
      }),
    }
  }),

  handle(listAviatorTopWins, async ({ db, clock }: TableContext) => {
    const wins = await topWins(db, clock.now(), limits.aviator.topWinsShown)
    return { wins: wins.map(({ atMs, ...win }) => ({ ...win, at: isoTime(atMs) })) }
  }),
]
