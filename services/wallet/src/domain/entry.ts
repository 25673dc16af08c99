import type { EntryKind, Game } from '@kismet/contracts'
import { stepOf } from './steps.ts'
import type { Step } from './steps.ts'

/**
 * The changes of accounts by one transfer, in paise. The first three are accounts of the player.
 * The others are accounts of the casino: winnings and losses (`house`), money in and out
 * (`outside`), and the cost of bonuses (`bonus`). The sum is always 0.
 */
export interface Sides {
  readonly balance: number
  readonly open: number
  readonly held: number
  readonly house: number
  readonly outside: number
  readonly bonus: number
}

/** One transfer, before it has its place in the ledger. */
export interface Movement {
  readonly kind: EntryKind
  readonly step: Step
  readonly game: Game | null
  readonly stakePaise: number
  readonly payoutPaise: number
  readonly sides: Sides
  readonly note: string | null
  /** What the game stores with a bet. */
  readonly detail: string | null
}

const noSides: Sides = { balance: 0, open: 0, held: 0, house: 0, outside: 0, bonus: 0 }
const noBet = { game: null, stakePaise: 0, payoutPaise: 0, note: null, detail: null }

export function movement(
  kind: EntryKind,
  sides: Partial<Sides>,
  of: Partial<Omit<Movement, 'kind' | 'sides'>> = {},
): Movement {
  return { kind, step: stepOf[kind], ...noBet, ...of, sides: { ...noSides, ...sides } }
}

/** A row of the ledger: one transfer with all its sides and the place that it has among the entries of its player. */
export interface Entry extends Movement {
  readonly playerId: string
  readonly sequence: number
  readonly reference: string
  readonly inputHash: string
  readonly balanceAfterPaise: number
  readonly atMs: number
}

/** What the ledger holds of one reference. */
export type Recorded = Readonly<Partial<Record<Step, RecordedStep>>>

/** What is needed of an entry to judge the next command on its reference, and to answer a replay. */
export type RecordedStep = Pick<
  Entry,
  | 'kind'
  | 'reference'
  | 'playerId'
  | 'sequence'
  | 'inputHash'
  | 'game'
  | 'stakePaise'
  | 'payoutPaise'
  | 'balanceAfterPaise'
  | 'detail'
  | 'atMs'
> & { readonly sides: Pick<Sides, 'held'> }
