import type { Game as LedgerTitle, GameName } from '@kismet/contracts'
import type { Ratio, Seeds } from '@kismet/fairness'
import type { z } from 'zod'

/** What a play comes to. `multiplierUnits` counts ten-thousandths. */
export interface Settlement<Outcome extends object = object> {
  /** What the seeds decide, as the proof shows it. */
  readonly outcome: Outcome
  readonly payoutPaise: number
  readonly multiplierUnits: number
}

/** One version of a game's maths: pure, the same answer for the same seeds. */
export interface Rules<Params extends object = object, Outcome extends object = object> {
  /** The most that a play can pay, in paise. */
  topWinPaise(stakePaise: number, params: Params): number
  settle(seeds: Seeds, stakePaise: number, params: Params): Settlement<Outcome>
  /** The exact return to the player of a play with these parameters. */
  rtp(params: Params): Ratio
}

/** All that makes a game. A service hosts any number of them; what is stored of a play is read by these schemas. */
export interface Game<Params extends object = object, Outcome extends object = object> {
  readonly name: GameName
  /** Its name in the ledger and in statements. */
  readonly title: LedgerTitle
  /** What a player chooses beside the stake, as the proof shows it. */
  readonly params: z.ZodType<Params>
  readonly outcome: z.ZodType<Outcome>
  /** The maths by version. A commitment is played by the version that it was published with, so an old one stays as long as seats hold commitments of it. */
  readonly versions: Readonly<Record<string, Rules<Params, Outcome>>>
  /** The version of new commitments. */
  readonly version: string
}
