import type { GameName } from '@kismet/contracts'
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
}

/** A play that has ended. `balanceSeq` is the place of the balance in the player's ledger. */
export interface SettledPlay extends Omit<Claim, 'sealedSeed'>, Settlement {
  /** Revealed. */
  readonly serverSeed: string
  readonly balancePaise: number
  readonly balanceSeq: number
  readonly bonusReleased: boolean
  readonly settledAtMs: number
}
