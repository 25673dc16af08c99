import { createHmac, timingSafeEqual } from 'node:crypto'
import type { GameName } from '@kismet/contracts'
import type { Randomness } from '@kismet/service-kit/randomness'
import { keyFor, Seal } from '@kismet/service-kit/seal'

/** Where a commitment stands. A sealed seed opens only there. */
export interface Place {
  readonly playerId: string
  readonly game: GameName
  readonly serverSeedHash: string
}

/** What a seat knows of its commitment: a mark from before there were marks is empty, and one that nobody could make is null. */
export interface Seat extends Place {
  readonly sealedSeed: Buffer
  /** How many plays have left the seat. */
  readonly turn: number
  readonly mark: Buffer | null
}

/** The commitment that follows a play. */
interface Following extends Pick<Place, 'playerId' | 'game'> {
  readonly betId: string
  readonly nextServerSeedHash: string
}

/** Of a mark that a commitment can be played by. */
const markBytes = 32

/** Whether a commitment that goes to its seat with this mark is played there. */
export const isWholeMark = (mark: Buffer | null): boolean => mark?.length === markBytes

const nameOf = ({ playerId, game, serverSeedHash }: Place) => `${playerId}:${game}:${serverSeedHash}`

/**
 * Encrypts the server seeds that are not revealed yet, so that the database alone, or a backup of it, tells no outcome. And marks each commitment for the one turn of its seat in which it is
 * played: whoever writes into the database has sealed seeds that were revealed since, and brings none of them back.
 */
export class SeedSeal {
  readonly #seal: Seal
  readonly #markKey: Buffer

  /** @param service keeps the seals of services that have one secret apart */
  constructor(secret: string, service: string) {
    this.#seal = new Seal(secret, `${service} server seeds`)
    this.#markKey = keyFor(secret, `${service} marks of commitments`)
  }

  /** @param serverSeed 64 lower-case hex characters */
  seal(serverSeed: string, place: Place, randomness: Randomness): Buffer {
    return this.#seal.seal(Buffer.from(serverSeed, 'hex'), nameOf(place), randomness)
  }

  /** @throws Error when it was sealed with another secret or in another place, or was changed */
  open(sealed: Buffer, place: Place): string {
    return this.#seal.open(sealed, nameOf(place)).toString('hex')
  }

  /** The seed by which a seat is played in this turn. @throws Error as `open` and `requireTurn` */
  seedOf(seat: Seat): string {
    this.requireTurn(seat)
    return this.open(seat.sealedSeed, seat)
  }

  /** @throws Error when this service has not put the commitment there for this turn: its seed may be known */
  requireTurn(seat: Seat): void {
    if (!isMarked(seat.mark, this.turnMark(seat, seat.turn)))
      throw new Error(`The commitment of ${seat.playerId} at ${seat.game} was not put there for turn ${seat.turn}`)
  }

  /** Marks a commitment for a turn of its seat. */
  turnMark(place: Place, turn: number): Buffer {
    return this.#mark(`${nameOf(place)}:turn ${turn}`)
  }

  /** Marks the commitment that follows a play, before it is known in which turn that is. */
  nextMark({ playerId, game, betId, nextServerSeedHash }: Following): Buffer {
    return this.#mark(`${nameOf({ playerId, game, serverSeedHash: nextServerSeedHash })}:after ${betId}`)
  }

  /** The mark of the commitment that follows a play, for the turn after it; none when it was not written with that play. */
  markAfter(claim: Seat & Following & { readonly nextMark: Buffer | null }): Buffer | null {
    const { playerId, game, nextServerSeedHash, turn } = claim
    const next = { playerId, game, serverSeedHash: nextServerSeedHash }
    return this.#markOn(next, turn + 1, claim.nextMark, this.nextMark(claim))
  }

  /** The mark of a commitment that a refused play leaves as it was, for the turn after it; none when it was not put there for the turn that ends. */
  markAgain(seat: Seat): Buffer | null {
    return this.#markOn(seat, seat.turn + 1, seat.mark, this.turnMark(seat, seat.turn))
  }

  /**
   * Where there was a wrong mark half a one takes its place, which is right for no turn and which nobody can know before: none, or the same again, is what the release before leaves, and
   * believed for as long as that is (migrations/game.sql).
   */
  #markOn(place: Place, turn: number, stored: Buffer | null, right: Buffer): Buffer | null {
    if (isMarked(stored, right)) return this.turnMark(place, turn)
    return stored && this.#mark(`${nameOf(place)}:none in ${turn}`).subarray(0, markBytes / 2)
  }

  #mark(what: string): Buffer {
    return createHmac('sha256', this.#markKey).update(what).digest()
  }
}

/** The database keeps anyone from writing an empty mark once the release before is gone (migrations/game.sql). */
function isMarked(stored: Buffer | null, right: Buffer): boolean {
  return stored !== null && (stored.length === 0 || (stored.length === right.length && timingSafeEqual(stored, right)))
}
