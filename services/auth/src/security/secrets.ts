import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto'
import type { Randomness } from '@kismet/service-kit/randomness'

const ivBytes = 12
const tagBytes = 16
const keyBytes = 32

/** What AUTH_SECRET is for: a key of its own for each use, derived with HKDF-SHA256 (RFC 5869). */
export class Secrets {
  readonly #sealing: Buffer
  readonly #codes: Buffer
  readonly #names: Buffer

  constructor(secret: string) {
    const derive = (use: string) => Buffer.from(hkdfSync('sha256', secret, '', `kismet auth ${use}`, keyBytes))
    this.#sealing = derive('signing keys')
    this.#codes = derive('codes')
    this.#names = derive('names')
  }

  /** Encrypts with AES-256-GCM. `boundTo` must be the same when it is opened. */
  seal(plain: Buffer, boundTo: string, randomness: Randomness): Buffer {
    const iv = randomness.bytes(ivBytes)
    const cipher = createCipheriv('aes-256-gcm', this.#sealing, iv).setAAD(Buffer.from(boundTo))
    const encrypted = Buffer.concat([cipher.update(plain), cipher.final()])
    return Buffer.concat([iv, cipher.getAuthTag(), encrypted])
  }

  /** @throws Error when it was sealed under another secret, bound to something else, or altered. */
  open(sealed: Buffer, boundTo: string): Buffer {
    const iv = sealed.subarray(0, ivBytes)
    const tag = sealed.subarray(ivBytes, ivBytes + tagBytes)
    const decipher = createDecipheriv('aes-256-gcm', this.#sealing, iv).setAAD(Buffer.from(boundTo)).setAuthTag(tag)
    return Buffer.concat([decipher.update(sealed.subarray(ivBytes + tagBytes)), decipher.final()])
  }

  /** What is kept of a code. Without the secret its million possible values cannot be tried against it. */
  codeMac(subject: string, code: string): string {
    return createHmac('sha256', this.#codes)
      .update(JSON.stringify([subject, code]))
      .digest('hex')
  }

  /** A name for an account or a device in rows, Redis keys and logs that tells neither the e-mail nor the token. */
  tagOf(name: string): string {
    return createHmac('sha256', this.#names).update(name.toLowerCase()).digest('hex').slice(0, 32)
  }
}
