import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import type { AviatorReceipt } from '@kismet/contracts'
import type { Clock } from '@kismet/service-kit/clock'
import type { Queryable } from '@kismet/service-kit/database'
import type { Logger } from '@kismet/service-kit/logger'
import type { Randomness } from '@kismet/service-kit/randomness'
import { Seal } from '@kismet/service-kit/seal'
import type { z } from 'zod'

export interface ReceiptParts {
  readonly db: Queryable
  readonly clock: Clock
  readonly randomness: Randomness
  readonly secret: string
  readonly log: Logger
}

type Jwk = Record<string, unknown>

interface KeyRow {
  readonly kid: string
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
   * Creates the first key pair if there is no pair. A key that the secret cannot decrypt is not
   * published.
   * @throws Error when the secret cannot decrypt any key
   */
  static async open(parts: ReceiptParts): Promise<Receipts> {
    const { db, secret, log } = parts
    const seal = new Seal(secret, 'aviator receipt keys')
    if ((await readKeys(db)).length === 0) await makeKey(parts, seal)
    const rows = await readKeys(db)
    const pairs = rows.flatMap((row) => openKey(row, seal) ?? [])
    const [newest] = pairs
    if (newest === undefined) throw new Error('CHAIN_SECRET cannot decrypt the receipt keys')
    if (pairs.length < rows.length)
      log.error(
        { keys: rows.length, own: pairs.length },
        'unknown receipt keys in the database; they are not published',
      )
    return new Receipts(newest.kid, newest.privateKey, pairs.map(publicJwkOf))
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
    'SELECT kid, sealed_private AS "sealedPrivate" FROM receipt_key ORDER BY made_at DESC, kid DESC LIMIT 100',
  )
  return rows
}

/** @returns undefined when it was not sealed with the secret, as this key */
function openKey({ kid, sealedPrivate }: KeyRow, seal: Seal): KeyPair | undefined {
  try {
    return { kid, privateKey: createPrivateKey({ key: seal.open(sealedPrivate, kid), type: 'pkcs8', format: 'der' }) }
  } catch {
    return undefined
  }
}

const publicJwkOf = ({ kid, privateKey }: KeyPair): Jwk => ({
  ...createPublicKey(privateKey).export({ format: 'jwk' }),
  ...{ kid, alg: 'ES256', use: 'sig' },
})

async function makeKey({ db, clock, randomness }: ReceiptParts, seal: Seal): Promise<void> {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const nowMs = clock.now()
  const kid = randomness.id(nowMs)
  const sealed = seal.seal(privateKey.export({ type: 'pkcs8', format: 'der' }), kid, randomness)
  await db.query('INSERT INTO receipt_key (kid, sealed_private, made_at) VALUES ($1, $2, $3)', [
    kid,
    sealed,
    new Date(nowMs),
  ])
}
