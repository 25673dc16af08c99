import type { GameName } from '@kismet/contracts'
import type { Refusal } from '@kismet/service-kit/refusal'
import type { Settlement } from './game.ts'
import type { Place } from './seed-seal.ts'

/** A published commitment with its sealed seed. */
export interface Commitment extends Place {
  /** Of the maths that a play of it is settled by. */
  readonly version: string
  readonly sealedSeed: Buffer
}

/** What a player asks for. Amounts in paise. */
export interface PlayRequest {
  readonly playerId: string
  readonly game: GameName
  /** The caller's Idempotency-Key. */
  readonly key: string
  readonly requestId: string
  readonly stakePaise: number
  readonly params: object
  /** Absent: the server makes it. */
  readonly clientSeed: string | undefined
  /** The commitment that the player saw; the play is made against that one or not at all. */
  readonly serverSeedHash: string | undefined
}

/** A play as it was fixed before the wallet was asked: from here on only one result is possible. */
export interface Claim extends Commitment {
  readonly betId: string
  readonly nonce: number
  readonly key: string
  /** By which a repeated request is told from another one under the same key. */
  readonly inputHash: string
  readonly clientSeed: string
  readonly clientSeedBy: 'player' | 'server'
  readonly stakePaise: number
  readonly params: object
  /** Of the commitment that comes after it. */
  readonly nextServerSeedHash: string
  /** By which its commitment, and the one that comes after it, are known as this service's own (seed-seal.ts). */
  readonly turn: number
  readonly mark: Buffer
  readonly nextMark: Buffer
}

/** What of a play people may know before it has ended. */
export type BegunPlay = Omit<Claim, 'sealedSeed' | 'turn' | 'mark' | 'nextMark'>

/** Which game a play is of. */
export type PlayOf = Pick<Claim, 'game' | 'params'>

/** A play that has ended. `balanceSeq` is the place of the balance in the player's ledger. */
export interface SettledPlay extends BegunPlay, Settlement {
  /** Revealed. */
  readonly serverSeed: string
  readonly balancePaise: number
  readonly balanceSeq: number
  readonly bonusReleased: boolean
  readonly settledAtMs: number
}

/** A play that has ended, with the mark of the commitment that its seat goes on to. */
export interface EndedPlay extends SettledPlay {
  readonly nextTurnMark: Buffer
}

/** A step of a game in progress, with its idempotency key and its time. */
export interface TakenStep<Step = unknown> {
  readonly step: Step
  readonly key: string
  readonly atMs: number
}

/** How a play that lasts ends. It is decided before the wallet is told, and from there on no other end is possible. */
export interface Ending extends Settlement {
  /** By its last step, by a cash-out, or by idleness. */
  readonly by: 'step' | 'player' | 'idleness'
  /** The stake is returned. */
  readonly isRefund: boolean
  /** Of the player who ended it. */
  readonly key: string | null
}

/** A play that lasts, from when the wallet has taken its stake, and after its end. */
export interface LastingPlay {
  readonly betId: string
  readonly playerId: string
  readonly game: GameName
  readonly openedAtMs: number
  /** After the stake was taken. */
  readonly balancePaise: number
  readonly balanceSeq: number
  readonly steps: readonly TakenStep[]
  /** How often it was written since it was opened: each writing says which one it is, so that of two only one counts. */
  readonly moves: number
  readonly movedAtMs: number
  readonly ending: Ending | null
  /** What decides it, while its seat holds it. */
  readonly claim: Claim | undefined
}

/** The same while its seat holds it. */
export interface OpenPlay extends LastingPlay {
  readonly claim: Claim
}

export const isHeld = (play: LastingPlay): play is OpenPlay => play.claim !== undefined

/**
 * The outcome of an attempt to continue a bet. `open`: the game is in progress. `unknown`: the
 * wallet did not answer, so the bet stays as it was.
 */
export type Finish =
  | { readonly kind: 'settled'; readonly play: SettledPlay }
  | { readonly kind: 'open'; readonly play: OpenPlay }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'unknown' }
