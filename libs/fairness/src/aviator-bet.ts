import { aviatorHighestHundredths, aviatorLowestHundredths, aviatorLowestTargetHundredths } from './aviator.ts'
import { flightInstantMs, flightMultiplierHundredths } from './aviator-time.ts'
import { requireInteger } from './decimal.ts'
import { floorPayoutPaise } from './payout.ts'

export interface AviatorBet {
  readonly stakePaise: number
  readonly crashPointHundredths: number
  /** The automatic target, 101 to 10000 hundredths, or null. */
  readonly targetHundredths: number | null
  /** When a manual cash-out was received, in ms from take-off, or null. */
  readonly cashoutMs: number | null
}

export interface AviatorBetOutcome {
  readonly result: 'win' | 'loss'
  /** Whether the automatic target paid. */
  readonly auto: boolean
  /** What the bet is paid at; 0 for a loss. */
  readonly multiplierHundredths: number
  readonly payoutPaise: number
}

/**
 * Settles a bet of a round. A target pays exactly the target whenever it is at or below the crash point. A manual
 * cash-out pays m(t) when received before the crash instant, and the target when received after the target was reached.
 */
export function aviatorBetOutcome(bet: AviatorBet): AviatorBetOutcome {
  const { crashPointHundredths, targetHundredths, cashoutMs } = bet
  requireInteger('crashPointHundredths', crashPointHundredths, aviatorLowestHundredths, aviatorHighestHundredths)
  if (targetHundredths !== null) {
    requireInteger('targetHundredths', targetHundredths, aviatorLowestTargetHundredths, aviatorHighestHundredths)
  }
  if (cashoutMs !== null) requireInteger('cashoutMs', cashoutMs, 0, Number.MAX_SAFE_INTEGER)
  const target = targetHundredths !== null && targetHundredths <= crashPointHundredths ? targetHundredths : null
  const manual = cashoutMs !== null && cashoutMs < flightInstantMs(crashPointHundredths) ? cashoutMs : null
  if (manual !== null && (target === null || manual < flightInstantMs(target))) {
    return paid(bet, flightMultiplierHundredths(manual), false)
  }
  if (target !== null) return paid(bet, target, true)
  return { result: 'loss', auto: false, multiplierHundredths: 0, payoutPaise: 0 }
}

/** What a stake pays at a multiplier in hundredths. */
export const aviatorPayoutPaise = (stakePaise: number, multiplierHundredths: number): number =>
  floorPayoutPaise(stakePaise, multiplierHundredths, 100)

function paid({ stakePaise }: AviatorBet, multiplierHundredths: number, auto: boolean): AviatorBetOutcome {
  const payoutPaise = aviatorPayoutPaise(stakePaise, multiplierHundredths)
  return { result: 'win', auto, multiplierHundredths, payoutPaise }
}
