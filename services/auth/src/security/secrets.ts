import { createHmac } from 'node:crypto'
import { keyFor, Seal } from '@kismet/service-kit/seal'

/** What AUTH_SECRET is for: a key of its own for each use. */
export class Secrets {
  /** Seals the private parts of signing keys, bound to their ids. */
  readonly signingKeys: Seal
  /** Seals the secrets of two-step login, bound to the ids of their admins. */
  readonly totp: Seal
  readonly #codes: Buffer
  readonly #names: Buffer

  constructor(secret: string) {
    this.signingKeys = new Seal(secret, 'auth signing keys')
    this.totp = new Seal(secret, 'auth two-step login')
    this.#codes = keyFor(secret, 'auth codes')
    this.#names = keyFor(secret, 'auth names')
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
