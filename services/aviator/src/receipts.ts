import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import type { AviatorReceipt } from '@kismet/contracts'
import type { Clock } from '@kismet/service-kit/clock'
import type { Queryable } from '@kismet/service-kit/database'
import type { Randomness } from '@kismet/service-kit/randomness'
import { Seal } from '@kismet/service-kit/seal'
import type { EpochSecrets } from '@kismet/service-kit/epoch-secrets'
import type { z } from 'zod'

export interface ReceiptParts {
  readonly db: Queryable
  readonly clock: Clock
  readonly randomness: Randomness
  readonly secrets: EpochSecrets
}

type Jwk = Record<string, unknown>

interface KeyRow {
  readonly kid: string
  readonly epoch: string
  readonly sealedPrivate: Buffer
}

interface KeyPair {
  readonly kid: string
  readonly privateKey: KeyObject
}

/** Signs what a cash-out has paid, so that its player can show it to anybody. */
export class Receipts {
  readonly #header: string
  readonly #key: KeyObject
  /** All that receipts were ever signed with, as a JWK set. */
  readonly publicKeys: readonly Jwk[]

  private constructor(kid: string, key: KeyObject, publicKeys: readonly Jwk[]) {
    this.#header = partOf({ alg: 'ES256', typ: 'JWT', kid })
    this.#key = key
    this.publicKeys = publicKeys
  }

  /**
   * Signs with the newest key pair. A new secret gets a new pair, and the public keys of all pairs stay
   * published.
   * @throws Error when the list lacks the secret of a pair
   */
  static async open(parts: ReceiptParts): Promise<Receipts> {
    const [newest] = await readKeys(parts.db)
    if (newest?.epoch !== parts.secrets.newest) await makeKey(parts)
    const pairs = (await readKeys(parts.db)).map((row) => openKey(row, parts.secrets))
    const [signing] = pairs
    if (signing === undefined) throw new Error('There is no receipt key')
    return new Receipts(signing.kid, signing.privateKey, pairs.map(publicJwkOf))
  }

  /** A compact JWS (ES256, RFC 7515), signed on another thread: a signature takes the time of many cash-outs. */
  async sign(receipt: z.output<typeof AviatorReceipt>): Promise<string> {
    const signed = `${this.#header}.${partOf(receipt)}`
    const signature = await signBeside('sha256', Buffer.from(signed), { key: this.#key, dsaEncoding: 'ieee-p1363' })
    return `${signed}.${signature.toString('base64url')}`
  }
}

const signBeside = promisify(sign)
const partOf = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')

/** Newest first. */
async function readKeys(db: Queryable): Promise<KeyRow[]> {
  const { rows } = await db.query<KeyRow>(
    'SELECT kid, epoch, sealed_private AS "sealedPrivate" FROM receipt_key ORDER BY made_at DESC, kid DESC LIMIT 100',
  )
  return rows
}

const sealOf = (secrets: EpochSecrets, epoch: string) => new Seal(secrets.secretOf(epoch), 'aviator receipt keys')

/** @throws Error when the secret of the epoch did not seal it */
function openKey({ kid, epoch, sealedPrivate }: KeyRow, secrets: EpochSecrets): KeyPair {
  const key = sealOf(secrets, epoch).open(sealedPrivate, kid)
  return { kid, privateKey: createPrivateKey({ key, type: 'pkcs8', format: 'der' }) }
}

const publicJwkOf = ({ kid, privateKey }: KeyPair): Jwk => ({
  ...createPublicKey(privateKey).export({ format: 'jwk' }),
  ...{ kid, alg: 'ES256', use: 'sig' },
})

async function makeKey({ db, clock, randomness, secrets }: ReceiptParts): Promise<void> {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const nowMs = clock.now()
  const kid = randomness.id(nowMs)
  const epoch = secrets.newest
  const sealed = sealOf(secrets, epoch).seal(privateKey.export({ type: 'pkcs8', format: 'der' }), kid, randomness)
  await db.query('INSERT INTO receipt_key (kid, epoch, sealed_private, made_at) VALUES ($1, $2, $3, $4)', [
    kid,
    epoch,
    sealed,
    new Date(nowMs),
  ])
}
