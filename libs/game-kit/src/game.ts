import type { ErrorCode, Game as LedgerTitle, GameName } from '@kismet/contracts'
import type { Ratio, Seeds } from '@kismet/fairness'
import type { z } from 'zod'

/** What a play comes to. `multiplierUnits` counts ten-thousandths. */
export interface Settlement<Outcome extends object = object> {
  /** What the seeds decide, and what of a play that lasted its steps have. */
  readonly outcome: Outcome
  readonly payoutPaise: number
  readonly multiplierUnits: number
}

/** One version of the maths of an instant game: pure, the same answer for the same seeds. */
export interface Rules<Params extends object = object, Outcome extends object = object> {
  /** The most that a play can pay, in paise. */
  topWinPaise(stakePaise: number, params: Params): number
  settle(seeds: Seeds, stakePaise: number, params: Params): Settlement<Outcome>
  /** The exact return to the player of a play with these parameters. */
  rtp(params: Params): Ratio
}

/** What decides a play that lasts, with the steps that were taken. */
export interface Course<Params extends object = object, Step = unknown> {
  readonly seeds: Seeds
  readonly stakePaise: number
  readonly params: Params
  readonly steps: readonly Step[]
}

/** One version of the maths of a game that lasts: pure, the same answer for the same course. A course that no play can have taken is an Error wherever it would be paid for. */
export interface LastingRules<Params extends object = object, Outcome extends object = object, Step = unknown> {
  /** The least that a play pays which does not lose, in paise: a play begins only where the house pays that. */
  leastWinPaise(stakePaise: number, params: Params): number
  /** The end to which its last step has brought a play; undefined while it goes on. */
  endOf(course: Course<Params, Step>): Settlement<Outcome> | undefined
  /** The result of a cash-out; undefined without a win to cash out. */
  takenOf(course: Course<Params, Step>): Settlement<Outcome> | undefined
  /** The result of a game whose stake is returned. */
  refundOf(course: Course<Params, Step>): Settlement<Outcome>
  /** The return to the player that is published for plays with these parameters. */
  rtp(params: Params): Ratio
}

/** What all games have, whether they last or not; what is stored of a play is read by these schemas. */
interface Definition<Params extends object, Outcome extends object> {
  /**
   * Games of one name share the player's seat with its commitments. The game of a bet is the one
   * whose `params` accept the stored parameters.
   */
  readonly name: GameName
  /** Its name in the ledger and in statements. */
  readonly title: LedgerTitle
  /** Tells it from another game of its name, where its return is shown. */
  readonly variant?: string
  /** Parameters without influence on the odds. */
  readonly bookkeeping?: readonly string[]
  /** What a player chooses beside the stake. */
  readonly params: z.ZodType<Params>
  readonly outcome: z.ZodType<Outcome>
  /** What the proof of a play shows; absent: parameters and outcome as they are stored. */
  proof?(params: Params, outcome: Outcome): { readonly params: object; readonly outcome: object }
  /** The version of new commitments. */
  readonly version: string
}

/**
 * The definition of a game with instant bets. A commitment is played with the version of the maths
 * that it was published with. An old version stays while seats hold its commitments.
 */
export interface InstantGame<Params extends object = object, Outcome extends object = object> extends Definition<
  Params,
  Outcome
> {
  readonly versions: Readonly<Record<string, Rules<Params, Outcome>>>
}

/** All that makes a game whose plays go on in steps, until a step ends them or the player takes what there is. */
export interface LastingGame<
  Params extends object = object,
  Outcome extends object = object,
  Step = unknown,
> extends Definition<Params, Outcome> {
  readonly versions: Readonly<Record<string, LastingRules<Params, Outcome, Step>>>
  readonly step: z.ZodType<Step>
  /** Whether a step is one that was taken already, which is answered as it was then. */
  isSame(step: Step, taken: Step): boolean
  /**
   * The idle time after which a game ends with a cash-out, or with a returned stake if there is no
   * win.
   */
  readonly idleMs: number
  /** How it refuses to give what there is not. */
  readonly nothingToTake: ErrorCode
  readonly texts: { readonly notFound: string; readonly notOwned: string }
}

/** A service hosts any number of them. */
export type Game = InstantGame | LastingGame

export const isLasting = (game: Game): game is LastingGame => 'step' in game
