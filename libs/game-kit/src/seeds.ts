import { serverSeedHash } from '@kismet/fairness'
import type { EpochSecrets } from '@kismet/service-kit/epoch-secrets'
import type { Randomness } from '@kismet/service-kit/randomness'
import type { BetPlace, SeedSource } from './bet.ts'

const saltBytes = 16

/**
 * Makes server seeds: the HMAC-SHA256, with the secret of an epoch, of game, player, nonce and salt.
 * The salt of a nonce is made with the bet before it. So the database without the secret shows no
 * seed, and the secret with an old backup shows no seed after the next bet.
 */
export class Seeds {
  readonly #secrets: EpochSecrets
  readonly #randomness: Randomness

  constructor(secrets: EpochSecrets, randomness: Randomness) {
    this.#secrets = secrets
    this.#randomness = randomness
  }

  /** The source of a new commitment, with the newest secret. */
  newSource(version: string): SeedSource {
    return { version, epoch: this.#secrets.newest, salt: this.#randomness.bytes(saltBytes).toString('hex') }
  }

  /** 64 lower-case hex characters. @throws Error for an epoch whose secret is missing */
  serverSeed({ game, playerId, nonce }: BetPlace, { epoch, salt }: SeedSource): string {
    return this.#secrets.hmac(epoch, `kismet/seed/1|${game}|${playerId}|${nonce}|${salt}`)
  }

  /** The published hash of a server seed. @throws Error for an epoch whose secret is missing */
  commitment(place: BetPlace, source: SeedSource): string {
    return serverSeedHash(this.serverSeed(place, source))
  }
}
