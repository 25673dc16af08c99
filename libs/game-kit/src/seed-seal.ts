import { createHmac, timingSafeEqual } from 'node:crypto'
import type { GameName } from '@kismet/contracts'
import type { Randomness } from '@kismet/service-kit/randomness'
import { keyFor, Seal } from '@kismet/service-kit/seal'

/** The place of a commitment. An encrypted seed can be decrypted for this place only. */
export interface Place {
  readonly playerId: string
  readonly game: GameName
  readonly serverSeedHash: string
}

/** The commitment of a seat. */
export interface Seat extends Place {
  readonly sealedSeed: Buffer
  /** How many bets have left the seat. */
  readonly turn: number
  readonly mark: Buffer
}

/** The commitment that follows a play. */
interface Following extends Pick<Place, 'playerId' | 'game'> {
  readonly betId: string
  readonly nextServerSeedHash: string
}

const markBytes = 32
/** The mark that allows no turn. */
const noMark = Buffer.alloc(0)

/** False for the mark that allows no turn. */
export const isWholeMark = (mark: Buffer): boolean => mark.length === markBytes

const nameOf = ({ playerId, game, serverSeedHash }: Place) => `${playerId}:${game}:${serverSeedHash}`

/**
 * Encrypts unrevealed server seeds, so that the database or a backup of it shows no outcome. Marks
 * each commitment for one turn of its seat, so that a writer of the database cannot bring a revealed
 * seed back.
 */
export class SeedSeal {
  readonly #seal: Seal
  readonly #markKey: Buffer

  /** @param service separates the keys of services with the same secret */
  constructor(secret: string, service: string) {
    this.#seal = new Seal(secret, `${service} server seeds`)
    this.#markKey = keyFor(secret, `${service} marks of commitments`)
  }

  /** @param serverSeed 64 lower-case hex characters */
  seal(serverSeed: string, place: Place, randomness: Randomness): Buffer {
    return this.#seal.seal(Buffer.from(serverSeed, 'hex'), nameOf(place), randomness)
  }

  /** @throws Error when the seed was encrypted with another secret or for another place, or was changed */
  open(sealed: Buffer, place: Place): string {
    return this.#seal.open(sealed, nameOf(place)).toString('hex')
  }

  /** The server seed of the seat's turn. @throws Error as `open` and `requireTurn` */
  seedOf(seat: Seat): string {
    this.requireTurn(seat)
    return this.open(seat.sealedSeed, seat)
  }

  /** @throws Error when the mark does not allow this turn: the seed may be known */
  requireTurn(seat: Seat): void {
    if (!isMarked(seat.mark, this.turnMark(seat, seat.turn)))
      throw new Error(`The commitment of ${seat.playerId} at ${seat.game} has no valid mark for turn ${seat.turn}`)
  }

  /** Marks a commitment for a turn of its seat. */
  turnMark(place: Place, turn: number): Buffer {
    return this.#mark(`${nameOf(place)}:turn ${turn}`)
  }

  /** Binds the next commitment to the bet that it is written with. */
  nextMark({ playerId, game, betId, nextServerSeedHash }: Following): Buffer {
    return this.#mark(`${nameOf({ playerId, game, serverSeedHash: nextServerSeedHash })}:after ${betId}`)
  }

  /** The mark of the next commitment for the next turn; the empty mark when another bet was written with it. */
  markAfter(claim: Seat & Following & { readonly nextMark: Buffer }): Buffer {
    const { playerId, game, nextServerSeedHash, turn } = claim
    const next = { playerId, game, serverSeedHash: nextServerSeedHash }
    return this.#markOn(next, turn + 1, claim.nextMark, this.nextMark(claim))
  }

  /** The mark of the same commitment for the next turn, after a refused bet; the empty mark when the old mark was wrong. */
  markAgain(seat: Seat): Buffer {
    return this.#markOn(seat, seat.turn + 1, seat.mark, this.turnMark(seat, seat.turn))
  }

  #markOn(place: Place, turn: number, stored: Buffer, right: Buffer): Buffer {
    return isMarked(stored, right) ? this.turnMark(place, turn) : noMark
  }

  #mark(what: string): Buffer {
    return createHmac('sha256', this.#markKey).update(what).digest()
  }
}

function isMarked(stored: Buffer, right: Buffer): boolean {
  return stored.length === right.length && timingSafeEqual(stored, right)
}
