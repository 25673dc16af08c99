import { paise, Rupees } from '@kismet/contracts'
import type {
  AviatorBet,
  aviatorBetsRefunded,
  aviatorTookOff,
  CashedOut,
  LossProcessed,
  OpenedRound,
  VolatilityMode,
} from '@kismet/contracts'
import { fromHundredths, publishedRtpPercent } from '@kismet/fairness'
import type { z } from 'zod'
import type { Bet, EndedBet } from './domain/book.ts'
import { isOver } from './domain/round.ts'
import type { Commitment, Flight, Round } from './domain/round.ts'
import type { Receipts } from './receipts.ts'

/** Per cent, the same at every automatic target. */
export const rtpOf = (mode: VolatilityMode): number => publishedRtpPercent.aviator[mode]

/** The only reason why a round is void: there was no leader when betting ended or when the flight crashed. */
export const voidReason = 'no_leader'

/** What of a flight is public from take-off on. */
export function shownFlight(
  flight: Flight,
): Pick<z.output<typeof aviatorTookOff.payload>, 'takeoffAt' | 'clientSeed' | 'clientSeeds'> {
  const { takeoffAtMs, clientSeed, clientSeeds } = flight
  return { takeoffAt: takeoffAtMs, clientSeed, clientSeeds: [...clientSeeds] }
}

export function openedRound(round: Commitment): Omit<z.output<typeof OpenedRound>, 'serverTime'> {
  const { roundId, roundNumber, fairnessHash, volatilityMode, bettingEndsAtMs } = round
  const rtp = rtpOf(volatilityMode)
  return { roundId, roundNumber, fairnessHash, volatilityMode, rtp, bettingEndsAt: bettingEndsAtMs }
}

/** A bet for its player. One that is decided is open until the wallet has booked it. @returns undefined for a bet that was not accepted */
export function shownBet(bet: Bet): z.output<typeof AviatorBet> | undefined {
  if (bet.status === 'asked' || bet.status === 'released') return undefined
  const { betId, stakePaise, clientSeed, targetHundredths } = bet
  const status = bet.status === 'decided' ? 'open' : bet.status
  const paid = status === 'open' ? null : bet.decision
  return {
    ...{ betId, clientSeed, status, betAmount: paise(stakePaise) },
    autoCashout: targetHundredths && fromHundredths(targetHundredths),
    multiplier: paid && fromHundredths(paid.multiplierHundredths),
    payout: paid && paise(paid.payoutPaise),
  }
}

const balanceOf = ({ booking }: EndedBet) => ({ balance: paise(booking.balancePaise), balanceSeq: booking.balanceSeq })

/** @throws Error for a bet that was not cashed out */
export async function shownCashOut(
  { commitment: { roundId } }: Round,
  bet: EndedBet,
  receipts: Pick<Receipts, 'sign'>,
): Promise<z.output<typeof CashedOut>> {
  const { betId, stakePaise, decision, booking } = bet
  if (decision === null) throw new Error(`Bet ${betId} is undecided`)
  const { auto, receivedAtMs, payoutPaise } = decision
  const [multiplier, payout] = [fromHundredths(decision.multiplierHundredths), paise(payoutPaise)]
  const receipt = { betId, roundId, receivedAt: receivedAtMs, multiplier, payout: Rupees.encode(payout) }
  return {
    ...{ betId, roundId, betAmount: paise(stakePaise), multiplier, payout, auto },
    ...balanceOf(bet),
    bonusReleased: booking.bonusReleased,
    receipt: await receipts.sign(receipt),
  }
}

export function shownLoss({ commitment, ...round }: Round, bet: EndedBet): z.output<typeof LossProcessed> {
  const crashPoint = 'flight' in round ? fromHundredths(round.flight.crashPointHundredths) : 1
  return {
    ...{ betId: bet.betId, roundId: commitment.roundId, betAmount: paise(bet.stakePaise), crashPoint },
    ...balanceOf(bet),
    bonusReleased: bet.booking.bonusReleased,
  }
}

export function shownRefund(
  round: Round,
  bet: EndedBet,
): Omit<z.output<typeof aviatorBetsRefunded.payload.element>, 'to'> {
  if (!isOver(round)) throw new Error(`The round of bet ${bet.betId} goes on`)
  const { commitment, end } = round
  return { roundId: commitment.roundId, reason: voidReason, serverSeed: end.serverSeed, ...balanceOf(bet) }
}
