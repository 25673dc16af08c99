import type { CorrectionAccount, ErrorCode, Game, LimitLeft } from '@kismet/contracts'
import type { RecordedStep } from './entry.ts'
import { stepOf } from './steps.ts'

/**
 * A command to move money, with amounts in paise. `reference` is the caller's id of the bet,
 * deposit or withdrawal. The reference and the step of the command are the idempotency key.
 */
export type MoneyCommand =
  | (Stake & { readonly kind: 'play'; readonly payoutPaise: number })
  | (Stake & { readonly kind: 'reserve' })
  | (Keyed & Detailed & { readonly kind: 'settle'; readonly stakePaise: number; readonly payoutPaise: number })
  | (Keyed & { readonly kind: 'void'; readonly reason: string })
  | (Keyed & { readonly kind: 'deposit'; readonly amountPaise: number })
  | (Keyed & { readonly kind: 'hold'; readonly amountPaise: number })
  | (Keyed & Decided & { readonly kind: 'release' })
  | (Keyed & Decided & { readonly kind: 'pay-out' })
  | (Keyed & { readonly kind: 'correction'; readonly amountPaise: number; readonly account: CorrectionAccount })

/** Whose command it is, and the thing that it is about. */
interface Keyed {
  readonly playerId: string
  readonly reference: string
}

/** The amount that the caller expects to be held. */
interface Decided {
  readonly amountPaise: number
}

interface Stake extends Keyed, Detailed {
  readonly game: Game
  readonly stakePaise: number
  /** The hash of what the player asked for, where the id alone does not tell one request from another. */
  readonly requestHash?: string | undefined
}

/** What a game stores with its entry (`BetDetail` of the contracts). */
interface Detailed {
  readonly detail?: string | undefined
}

export type CommandKind = MoneyCommand['kind']
export type CommandOf<K extends CommandKind> = Extract<MoneyCommand, { kind: K }>

/** What a command is taken under. */
export interface Terms {
  /** True during maintenance: only commands that are booked already are answered. */
  readonly isClosed?: boolean | undefined
  /** Of a command about a bet: the games of who sends it. */
  readonly games?: readonly Game[] | undefined
}

/** A command with the hash of its input: the same key with the same hash is the same command again. */
export interface Request extends Terms {
  readonly command: MoneyCommand
  readonly inputHash: string
}

/** The idempotency key of a command: its reference and the step that it takes. */
export function keyOf({ command }: Request): string {
  return `${command.reference} ${stepOf[command.kind]}`
}

/** The answer to a command: booked (now or before), or refused without any change. */
export type Outcome =
  | {
      readonly ok: true
      readonly balancePaise: number
      /** The sequence of the player's entry after which the balance stood so. */
      readonly balanceSeq: number
      readonly bonusReleased: boolean
      /** True when it was booked before and this is its first answer again. */
      readonly replayed: boolean
      /** The entry of the command. */
      readonly entry: RecordedStep
    }
  | {
      readonly ok: false
      readonly code: ErrorCode
      /** The amounts that its text speaks of. */
      readonly amountsPaise?: Readonly<Record<string, number>>
      /** The player's limit that the stake exceeds. */
      readonly limit?: LimitLeft
      /** The bet that has the id, for a conflict between two bets of one player and game. */
      readonly conflict?: Extract<Outcome, { ok: true }>
    }

export function refused(code: ErrorCode, amountsPaise?: Readonly<Record<string, number>>): Outcome {
  return { ok: false, code, ...(amountsPaise === undefined ? {} : { amountsPaise }) }
}

/** The most that the site allows, in paise. */
export interface SiteLimits {
  readonly stakePaise: Readonly<Record<Game, number>>
  readonly payoutPaise: number
  readonly depositPaise: number
}

/** No one hold moves more than this (1,000 crore rupees), so that the sums of a batch stay exact. */
export const maxAmountPaise = 1_000_000_000_000
