import { serverSeedHash } from '@kismet/fairness'
import type { Queryable } from '@kismet/service-kit/database'
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

/**
 * Checks that the list has the secret of each epoch that was in use.
 * @throws Error that names an epoch whose secret is missing or another one
 */
export async function requireEpochs(db: Queryable, secrets: EpochSecrets): Promise<void> {
  for (const epoch of secrets.epochs) {
    const fingerprint = secrets.hmac(epoch, 'kismet/epoch/1').slice(0, 16)
    await db.query('INSERT INTO seed_epoch (epoch, fingerprint) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
      epoch,
      fingerprint,
    ])
    const { rows } = await db.query<{ fingerprint: string }>('SELECT fingerprint FROM seed_epoch WHERE epoch = $1', [
      epoch,
    ])
    if (rows[0]?.fingerprint !== fingerprint)
      throw new Error(`The secret of epoch ${epoch} is not the one that this database was used with`)
  }
  const { rows: used } = await db.query<{ epoch: string }>('SELECT epoch FROM seed_epoch')
  const missing = used.find(({ epoch }) => !secrets.epochs.includes(epoch))
  if (missing !== undefined) throw new Error(`The secret of epoch ${missing.epoch} is missing`)
}
