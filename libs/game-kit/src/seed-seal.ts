import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'
import type { GameName } from '@kismet/contracts'
import type { Randomness } from '@kismet/service-kit/randomness'

/** Where a commitment stands. A sealed seed opens only there. */
export interface Place {
  readonly playerId: string
  readonly game: GameName
  readonly serverSeedHash: string
}

const algorithm = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

/** Encrypts the server seeds that are not revealed yet, so that the database alone, or a backup of it, tells no outcome. */
export class SeedSeal {
  readonly #key: Buffer
  readonly #randomness: Randomness

  /** @param service keeps the seals of services that have one secret apart */
  constructor(secret: string, service: string, randomness: Randomness) {
    this.#key = Buffer.from(hkdfSync('sha256', secret, '', `kismet ${service} server seeds`, 32))
    this.#randomness = randomness
  }

  /** @param serverSeed 64 lower-case hex characters */
  seal(serverSeed: string, place: Place): Buffer {
    const iv = this.#randomness.bytes(ivBytes)
    const cipher = createCipheriv(algorithm, this.#key, iv, { authTagLength: tagBytes })
    cipher.setAAD(nameOf(place))
    const sealed = Buffer.concat([cipher.update(serverSeed, 'hex'), cipher.final()])
    return Buffer.concat([iv, cipher.getAuthTag(), sealed])
  }

  /** @throws Error when it was sealed with another secret or in another place, or was changed */
  open(sealed: Buffer, place: Place): string {
    const decipher = createDecipheriv(algorithm, this.#key, sealed.subarray(0, ivBytes), { authTagLength: tagBytes })
    decipher.setAAD(nameOf(place))
    decipher.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes))
    return decipher.update(sealed.subarray(ivBytes + tagBytes), undefined, 'hex') + decipher.final('hex')
  }
}

function nameOf({ playerId, game, serverSeedHash }: Place): Buffer {
  return Buffer.from(`${playerId}:${game}:${serverSeedHash}`)
}
