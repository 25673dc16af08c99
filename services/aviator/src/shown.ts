import { paise, Rupees } from '@kismet/contracts'
import type { AviatorBet, CashedOut, LossProcessed, OpenedRound, VolatilityMode } from '@kismet/contracts'
import { fromHundredths, publishedRtpPercent } from '@kismet/fairness'
import type { z } from 'zod'
import type { EndedBet } from './db/write-bets.ts'
import type { Bet, BetStatus } from './domain/book.ts'
import type { Commitment, Round } from './domain/round.ts'
import type { Receipts } from './receipts.ts'

/** Per cent, the same at every automatic target. */
export const rtpOf = (mode: VolatilityMode): number => publishedRtpPercent.aviator[mode]

export function openedRound(round: Commitment): Omit<z.output<typeof OpenedRound>, 'serverTime'> {
  const { roundId, roundNumber, fairnessHash, volatilityMode, bettingEndsAtMs } = round
  return {
    roundId,
    roundNumber,
    fairnessHash,
    volatilityMode,
    rtp: rtpOf(volatilityMode),
    bettingEndsAt: bettingEndsAtMs,
  }
}

const targetOf = ({ targetHundredths }: Pick<Bet, 'targetHundredths'>) =>
  targetHundredths === null ? null : fromHundredths(targetHundredths)

/** What a bet is for its player. One that is decided is open until the wallet has booked it. */
const shownStatus = {
  asked: undefined,
  released: undefined,
  open: 'open',
  decided: 'open',
  cashed_out: 'cashed_out',
  lost: 'lost',
  refunded: 'refunded',
} as const satisfies Record<BetStatus, z.output<typeof AviatorBet>['status'] | undefined>

/** @returns undefined for a bet that was not accepted */
export function shownBet(bet: Bet): z.output<typeof AviatorBet> | undefined {
  const status = shownStatus[bet.status]
  if (status === undefined) return undefined
  const { betId, stakePaise, clientSeed, decision } = bet
  const paid = status === 'open' ? null : decision
  return {
    ...{ betId, clientSeed, status, betAmount: paise(stakePaise), autoCashout: targetOf(bet) },
    multiplier: paid === null ? null : fromHundredths(paid.multiplierHundredths),
    payout: paid === null ? null : paise(paid.payoutPaise),
  }
}

/** @throws Error for a bet that was not cashed out */
export async function shownCashOut(
  round: Round,
  ended: EndedBet,
  receipts: Pick<Receipts, 'sign'>,
): Promise<z.output<typeof CashedOut>> {
  const { bet, balancePaise, balanceSeq, bonusReleased } = ended
  const { betId, stakePaise, decision } = bet
  if (decision === null) throw new Error(`Bet ${betId} is undecided`)
  const { roundId } = round.commitment
  const multiplier = fromHundredths(decision.multiplierHundredths)
  const receipt = {
    betId,
    roundId,
    receivedAt: decision.receivedAtMs,
    multiplier,
    payout: Rupees.encode(paise(decision.payoutPaise)),
  }
  return {
    ...{ betId, roundId, multiplier, auto: decision.auto, balanceSeq, bonusReleased },
    betAmount: paise(stakePaise),
    payout: paise(decision.payoutPaise),
    receipt: await receipts.sign(receipt),
    balance: paise(balancePaise),
  }
}

export function shownLoss(
  { commitment, ...round }: Round,
  { bet, balancePaise, balanceSeq, bonusReleased }: EndedBet,
): z.output<typeof LossProcessed> {
  const crashPoint = 'flight' in round ? fromHundredths(round.flight.crashPointHundredths) : 1
  return {
    ...{ betId: bet.betId, roundId: commitment.roundId, crashPoint, balanceSeq, bonusReleased },
    betAmount: paise(bet.stakePaise),
    balance: paise(balancePaise),
  }
}
