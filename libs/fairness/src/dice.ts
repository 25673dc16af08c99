import { requireInteger } from './decimal.ts'
import { hmacStream } from './hmac-stream.ts'
import { floorPayoutPaise } from './payout.ts'
import { ratio, roundHalfUp, type Ratio } from './ratio.ts'
import type { Seeds } from './seeds.ts'

/** Rolls 0.00 to 99.99, all equally likely. */
export const diceRolls = 10_000
/** The highest roll-over, 99.99; the lowest is 0. */
export const diceRollOverMaxHundredths = 9_999

export interface DiceOdds {
  /** How many of the 10,000 rolls win: the win chance in hundredths of a per cent. */
  readonly winChanceHundredths: number
  /** 99 / (100 - rollOver), rounded half up to 4 decimals. */
  readonly multiplierTenThousandths: number
  /** Multiplier x win chance, exactly; 98.995% to 99.005%. */
  readonly rtp: Ratio
}

export interface DiceOutcome {
  readonly result: 'win' | 'loss'
  /** What the play was offered at, won or lost. */
  readonly multiplierTenThousandths: number
  readonly payoutPaise: number
  readonly netGainPaise: number
}

/** The roll of a play in hundredths, 0 to 9999. */
export function drawDice(seeds: Seeds): number {
  return hmacStream(seeds).draw(diceRolls)
}

/** The odds of a roll-over in hundredths, 0 to 9999 (others: RangeError). */
export function diceOdds(rollOverHundredths: number): DiceOdds {
  requireInteger('rollOverHundredths', rollOverHundredths, 0, diceRollOverMaxHundredths)
  const winChanceHundredths = diceRolls - rollOverHundredths
  const multiplier = roundHalfUp(99n * 100n * 10_000n, BigInt(winChanceHundredths))
  return {
    winChanceHundredths,
    multiplierTenThousandths: Number(multiplier),
    rtp: ratio(multiplier * BigInt(winChanceHundredths), 10_000n * BigInt(diceRolls)),
  }
}

/** The payout of a win in paise. Below a roll-over of 1 the payout is less than the stake, which is allowed. */
export function diceWinPaise(bet: { readonly stakePaise: number; readonly rollOverHundredths: number }): number {
  return floorPayoutPaise(bet.stakePaise, diceOdds(bet.rollOverHundredths).multiplierTenThousandths, 10_000)
}

/** Settles a play: it wins when roll >= rollOver. */
export function diceOutcome(play: {
  readonly stakePaise: number
  readonly rollOverHundredths: number
  readonly rollHundredths: number
}): DiceOutcome {
  requireInteger('rollHundredths', play.rollHundredths, 0, diceRolls - 1)
  const winPaise = diceWinPaise(play)
  const won = play.rollHundredths >= play.rollOverHundredths
  const payoutPaise = won ? winPaise : 0
  return {
    result: won ? 'win' : 'loss',
    multiplierTenThousandths: diceOdds(play.rollOverHundredths).multiplierTenThousandths,
    payoutPaise,
    netGainPaise: payoutPaise - play.stakePaise,
  }
}
