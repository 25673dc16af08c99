import type { Game } from '@kismet/contracts'
import type { Ratio, Seeds } from '@kismet/fairness'

/** The games of this service. Each has commitments and nonces of its own. */
export type GameName = 'dice'

/** What a player chooses beside the stake, as the proof shows it. */
export interface DiceParams {
  readonly rollOver: number
}

/** What the seeds decide, as the proof shows it. */
export interface DiceOutcome {
  readonly roll: number
}

/** What a play comes to. `multiplierUnits` counts ten-thousandths. */
export interface Settlement {
  readonly outcome: DiceOutcome
  readonly payoutPaise: number
  readonly multiplierUnits: number
}

/** The rules of one game: pure, the same answer for the same seeds. */
export interface GameRules {
  /** Its name in the ledger and in statements. */
  readonly title: Game
  /** The most that a play can pay, in paise. */
  topWinPaise(stakePaise: number, params: DiceParams): number
  settle(seeds: Seeds, stakePaise: number, params: DiceParams): Settlement
  /** The exact return to the player of a play with these parameters. */
  rtp(params: DiceParams): Ratio
}
