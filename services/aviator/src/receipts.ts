import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import type { AviatorReceipt } from '@kismet/contracts'
import type { EpochSecrets } from '@kismet/service-kit/epoch-secrets'
import { keyFor } from '@kismet/service-kit/seal'
import type { z } from 'zod'

const signBeside = promisify(sign)
const partOf = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')

/** Signs a receipt of a cash-out, so that the player can prove the payout. */
export class Receipts {
  readonly #header: string
  readonly #key: KeyObject
  /** The keys of all secrets in the list, as a JWK set. */
  readonly publicKeys: readonly Record<string, unknown>[]

  /** Signs with the key of the newest secret. The other keys stay published, for receipts of earlier secrets. */
  constructor(secrets: EpochSecrets) {
    const pairs = secrets.epochs.map((epoch) => ({ epoch, ...keyPairOf(secrets.secretOf(epoch)) }))
    this.publicKeys = pairs.map(({ epoch, jwk }) => ({ ...jwk, kid: epoch, alg: 'ES256', use: 'sig' }))
    this.#key = keyPairOf(secrets.secretOf(secrets.newest)).privateKey
    this.#header = partOf({ alg: 'ES256', typ: 'JWT', kid: secrets.newest })
  }

  /** A compact JWS (ES256, RFC 7515), signed on another thread: a signature takes the time of many cash-outs. */
  async sign(receipt: z.output<typeof AviatorReceipt>): Promise<string> {
    const signed = `${this.#header}.${partOf(receipt)}`
    const signature = await signBeside('sha256', Buffer.from(signed), { key: this.#key, dsaEncoding: 'ieee-p1363' })
    return `${signed}.${signature.toString('base64url')}`
  }
}

/** The P-256 key of a secret: an ECPrivateKey (RFC 5915) without its public part */
function keyPairOf(secret: string) {
  const [start, curve] = [Buffer.from('30310201010420', 'hex'), Buffer.from('a00a06082a8648ce3d030107', 'hex')]
  const key = Buffer.concat([start, keyFor(secret, 'aviator receipt keys'), curve])
  const privateKey = createPrivateKey({ key, format: 'der', type: 'sec1' })
  return { privateKey, jwk: createPublicKey(privateKey).export({ format: 'jwk' }) }
}
