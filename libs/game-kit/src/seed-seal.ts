import type { GameName } from '@kismet/contracts'
import type { Randomness } from '@kismet/service-kit/randomness'
import { Seal } from '@kismet/service-kit/seal'

/** Where a commitment stands. A sealed seed opens only there. */
export interface Place {
  readonly playerId: string
  readonly game: GameName
  readonly serverSeedHash: string
}

const nameOf = ({ playerId, game, serverSeedHash }: Place) => `${playerId}:${game}:${serverSeedHash}`

/** Encrypts the server seeds that are not revealed yet, so that the database alone, or a backup of it, tells no outcome. */
export class SeedSeal {
  readonly #seal: Seal

  /** @param service keeps the seals of services that have one secret apart */
  constructor(secret: string, service: string) {
    this.#seal = new Seal(secret, `${service} server seeds`)
  }

  /** @param serverSeed 64 lower-case hex characters */
  seal(serverSeed: string, place: Place, randomness: Randomness): Buffer {
    return this.#seal.seal(Buffer.from(serverSeed, 'hex'), nameOf(place), randomness)
  }

  /** @throws Error when it was sealed with another secret or in another place, or was changed */
  open(sealed: Buffer, place: Place): string {
    return this.#seal.open(sealed, nameOf(place)).toString('hex')
  }
}
