import { createHmac } from 'node:crypto'
import type { Randomness } from '@kismet/service-kit/randomness'
import { keyFor, Seal } from '@kismet/service-kit/seal'

/** The keys of one use. The first secret encrypts; every secret decrypts. */
export class KeyList {
  readonly #use: string
  readonly #seals: readonly [Seal, ...Seal[]]

  constructor(use: string, [first, ...others]: SecretList) {
    this.#use = use
    this.#seals = [new Seal(first, use), ...others.map((secret) => new Seal(secret, use))]
  }

  /** @param boundTo must be the same in `open` */
  seal(plain: Buffer, boundTo: string, randomness: Randomness): Buffer {
    return this.#seals[0].seal(plain, boundTo, randomness)
  }

  /** @throws Error when no secret sealed it for this use and this `boundTo` */
  open(sealed: Buffer, boundTo: string): Buffer {
    for (const seal of this.#seals) {
      try {
        return seal.open(sealed, boundTo)
      } catch {
        // Another secret may have sealed it.
      }
    }
    throw new Error(`No secret of AUTH_SECRET opens ${this.#use}: ${boundTo}`)
  }
}

export type SecretList = readonly [string, ...string[]]

/** The keys that auth derives from AUTH_SECRET, one for each use. Sealed values are bound to the id of their row. */
export class Secrets {
  readonly signingKeys: KeyList
  readonly totp: KeyList
  readonly mails: KeyList
  readonly #codes: readonly Buffer[]
  readonly #names: Buffer

  constructor(secrets: SecretList) {
    this.signingKeys = new KeyList('auth signing keys', secrets)
    this.totp = new KeyList('auth two-step login', secrets)
    this.mails = new KeyList('auth mails', secrets)
    this.#codes = secrets.map((secret) => keyFor(secret, 'auth codes'))
    this.#names = keyFor(secrets[0], 'auth names')
  }

  /**
   * The MACs of a code under each secret; the first one is stored. Without the secret, an attacker cannot try
   * the million possible codes against it.
   */
  codeMacs(subject: string, code: string): string[] {
    const text = JSON.stringify([subject, code])
    return this.#codes.map((key) => createHmac('sha256', key).update(text).digest('hex'))
  }

  /** A name for an account or a device in rows, Redis keys and logs. It does not reveal the e-mail or the token. */
  tagOf(name: string): string {
    return createHmac('sha256', this.#names).update(name.toLowerCase()).digest('hex').slice(0, 32)
  }
}
