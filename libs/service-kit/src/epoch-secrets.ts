import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { Queryable } from './database.ts'
import { secretly } from './env.ts'

/** One secret of the list, with the id by which stored data names it. */
export interface EpochSecret {
  readonly epoch: string
  readonly secret: string
}

/**
 * Secrets that can be rotated: the first is used for new data, and the others only for data that
 * names them. An epoch is the time in which a secret is the first.
 */
export class EpochSecrets {
  readonly #secrets: ReadonlyMap<string, string>
  /** The epoch of new data. */
  readonly newest: string

  /** @throws Error for an empty list */
  constructor(secrets: readonly EpochSecret[]) {
    const [newest] = secrets
    if (newest === undefined) throw new Error('There is no secret')
    this.newest = newest.epoch
    this.#secrets = new Map(secrets.map(({ epoch, secret }) => [epoch, secret]))
  }

  get epochs(): readonly string[] {
    return [...this.#secrets.keys()]
  }

  /** The secret of an epoch. @throws Error for an unknown epoch */
  secretOf(epoch: string): string {
    const secret = this.#secrets.get(epoch)
    if (secret === undefined) throw new Error(`The secret of epoch ${epoch} is not in the list`)
    return secret
  }

  /** HMAC-SHA256 of a text with the secret of an epoch, as lower-case hex. @throws Error for an unknown epoch */
  hmac(epoch: string, text: string): string {
    return createHmac('sha256', this.secretOf(epoch)).update(text).digest('hex')
  }
}

const written = /^([A-Za-z0-9.-]{1,16}):(.{32,})$/

/** A variable with a list of secrets as `id:secret,id:secret`, the newest first. */
export function epochSecrets(description: string): z.ZodType<EpochSecrets, string> {
  const error = 'must be a list like id:secret,id:secret. Ids differ. A secret has 32 characters or more'
  const list = z
    .string()
    .transform((text) => text.split(',').map((part) => written.exec(part.trim())?.slice(1) ?? []))
    .refine((pairs) => pairs.every(([epoch], at) => epoch && pairs.findIndex(([other]) => other === epoch) === at), {
      error,
    })
    .transform((pairs) => new EpochSecrets(pairs.map(([epoch = '', secret = '']) => ({ epoch, secret }))))
  return secretly(list, description)
}

/**
 * Checks that the list has the secret of each epoch that was in use.
 * @throws Error that names an epoch whose secret is missing or another one
 */
export async function requireEpochs(db: Queryable, secrets: EpochSecrets): Promise<void> {
  const fingerprintOf = (epoch: string) => secrets.hmac(epoch, 'kismet/epoch/1').slice(0, 16)
  const insert = 'INSERT INTO secret_epoch (epoch, fingerprint) VALUES ($1, $2) ON CONFLICT DO NOTHING'
  await db.query(insert, [secrets.newest, fingerprintOf(secrets.newest)])
  const { rows } = await db.query<{ epoch: string; fingerprint: string }>('SELECT * FROM secret_epoch')
  for (const { epoch, fingerprint } of rows) {
    if (!secrets.epochs.includes(epoch)) throw new Error(`The secret of epoch ${epoch} is missing`)
    if (fingerprint !== fingerprintOf(epoch))
      throw new Error(`The secret of epoch ${epoch} is not the one that this database was used with`)
  }
}
