import type { ErrorCode, Game as LedgerTitle, GameName } from '@kismet/contracts'
import type { Ratio, Seeds } from '@kismet/fairness'
import type { z } from 'zod'

/** The result of a bet. `multiplierUnits` counts ten-thousandths. */
export interface Settlement<Outcome extends object = object> {
  /** What the seeds decide, and the steps of a game that lasted. */
  readonly outcome: Outcome
  readonly payoutPaise: number
  readonly multiplierUnits: number
}

/** One version of the maths of an instant game: pure, the same answer for the same seeds. */
export interface Rules<Params extends object = object, Outcome extends object = object> {
  /** The most that a bet can pay, in paise. */
  topWinPaise(stakePaise: number, params: Params): number
  settle(seeds: Seeds, stakePaise: number, params: Params): Settlement<Outcome>
  /** The exact return to the player of a bet with these parameters. */
  rtp(params: Params): Ratio
}

/** What decides a game that lasts, with the steps that were taken. */
export interface Course<Params extends object = object, Step = unknown> {
  readonly seeds: Seeds
  readonly stakePaise: number
  readonly params: Params
  readonly steps: readonly Step[]
}

/** One version of the maths of a game that lasts: pure, the same answer for the same course. */
export interface LastingRules<Params extends object = object, Outcome extends object = object, Step = unknown> {
  /** The smallest win, in paise. A bet whose smallest win exceeds the limit is refused. */
  leastWinPaise(stakePaise: number, params: Params): number
  /** The end of the game by its last step; undefined while the game goes on. */
  endOf(course: Course<Params, Step>): Settlement<Outcome> | undefined
  /** The result of a cash-out; undefined without a win to cash out. */
  takenOf(course: Course<Params, Step>): Settlement<Outcome> | undefined
  /** The result of a game whose stake is returned. */
  refundOf(course: Course<Params, Step>): Settlement<Outcome>
  /** The published return to the player of bets with these parameters. */
  rtp(params: Params): Ratio
}

/** What all games have. Stored bets are read by these schemas. */
interface Definition<Params extends object, Outcome extends object, Maths> {
  /**
   * Games of one name share the player's commitments. The game of a bet is the one
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
  /** What the proof of a bet shows; absent: parameters and outcome as they are stored. */
  proof?(params: Params, outcome: Outcome): { readonly params: object; readonly outcome: object }
  /** The version of new commitments. */
  readonly version: string
  readonly versions: Readonly<Record<string, Maths>>
}

/**
 * The definition of a game with instant bets. A commitment is played with the version of the maths
 * that it was published with. An old version stays, because published commitments name it.
 */
export type InstantGame<Params extends object = object, Outcome extends object = object> = Definition<
  Params,
  Outcome,
  Rules<Params, Outcome>
>

/** The definition of a game that goes on in steps, until a step ends it or the player cashes out. */
export interface LastingGame<
  Params extends object = object,
  Outcome extends object = object,
  Step = unknown,
> extends Definition<Params, Outcome, LastingRules<Params, Outcome, Step>> {
  readonly step: z.ZodType<Step>
  /** Whether a step repeats a taken step, and so gets its answer. */
  isSame(step: Step, taken: Step): boolean
  /**
   * The idle time after which a game ends with a cash-out, or with a returned stake if there is no
   * win.
   */
  readonly idleMs: number
  /** The refusal of a cash-out without a win. */
  readonly nothingToTake: ErrorCode
  readonly texts: { readonly notFound: string; readonly notOwned: string }
}

/** A service hosts any number of them. */
export type Game = InstantGame | LastingGame

export const isLasting = (game: Game): game is LastingGame => 'step' in game

/** The game of a bet, of those that share a name. @throws Error when this service does not have it */
export function gameOf(
  { games }: { readonly games: readonly Game[] },
  { game: name, params }: { readonly game: string; readonly params: object },
): Game {
  const game = games.find((candidate) => candidate.name === name && candidate.params.safeParse(params).success)
  if (game === undefined) throw new Error(`This service has no game ${name} with these parameters`)
  return game
}
