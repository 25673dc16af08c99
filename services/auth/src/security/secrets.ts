import { createHmac } from 'node:crypto'
import type { Randomness } from '@kismet/service-kit/randomness'
import { keyFor, Seal } from '@kismet/service-kit/seal'
import { AdminSeals } from './admin-seals.ts'

/** Seals under a secret, and opens what the secret of before has sealed as well. */
export class ChangingSeal {
  readonly #now: Seal
  readonly #before: Seal | undefined

  constructor(use: string, secret: string, before: string | undefined) {
    this.#now = new Seal(secret, use)
    this.#before = before === undefined ? undefined : new Seal(before, use)
  }

  /** @param boundTo must be the same when it is opened */
  seal(plain: Buffer, boundTo: string, randomness: Randomness): Buffer {
    return this.#now.seal(plain, boundTo, randomness)
  }

  /** @throws Error when neither secret has sealed it for this use, bound to that */
  open(sealed: Buffer, boundTo: string): Buffer {
    return this.#opened(sealed, boundTo).plain
  }

  /** What the secret of before has sealed, sealed under the one of now; undefined when it is so already. @throws Error when neither has sealed it */
  reseal(sealed: Buffer, boundTo: string, randomness: Randomness): Buffer | undefined {
    const { plain, isOfBefore } = this.#opened(sealed, boundTo)
    return isOfBefore ? this.seal(plain, boundTo, randomness) : undefined
  }

  #opened(sealed: Buffer, boundTo: string): { readonly plain: Buffer; readonly isOfBefore: boolean } {
    try {
      return { plain: this.#now.open(sealed, boundTo), isOfBefore: false }
    } catch (error) {
      if (this.#before === undefined) throw error
      return { plain: this.#before.open(sealed, boundTo), isOfBefore: true }
    }
  }
}

/** What AUTH_SECRET is for: a key of its own for each use. Beside it the one of before, while it is changed: what that one made is known still, and made no more. */
export class Secrets {
  /** Seals the private parts of signing keys, bound to their ids. */
  readonly signingKeys: ChangingSeal
  /** Seals the secrets of two-step login, bound to the ids of their admins. */
  readonly totp: ChangingSeal
  /** Seals the accounts of admins. */
  readonly admins: AdminSeals
  readonly #codes: Buffer
  readonly #codesOfBefore: Buffer | undefined
  readonly #names: Buffer

  constructor(secret: string, before?: string) {
    this.signingKeys = new ChangingSeal('auth signing keys', secret, before)
    this.totp = new ChangingSeal('auth two-step login', secret, before)
    this.admins = new AdminSeals(secret, before)
    this.#codes = keyFor(secret, 'auth codes')
    this.#codesOfBefore = before === undefined ? undefined : keyFor(before, 'auth codes')
    this.#names = keyFor(secret, 'auth names')
  }

  /** What is kept of a code. Without the secret its million possible values cannot be tried against it. */
  codeMac(subject: string, code: string): string {
    return macOf(this.#codes, subject, code)
  }

  /** All that may be kept of a code: under the secret, and under the one of before. */
  codeMacs(subject: string, code: string): string[] {
    const keys = this.#codesOfBefore === undefined ? [this.#codes] : [this.#codes, this.#codesOfBefore]
    return keys.map((key) => macOf(key, subject, code))
  }

  /** A name for an account or a device in rows, Redis keys and logs that tells neither the e-mail nor the token. */
  tagOf(name: string): string {
    return createHmac('sha256', this.#names).update(name.toLowerCase()).digest('hex').slice(0, 32)
  }
}

function macOf(key: Buffer, subject: string, code: string): string {
  return createHmac('sha256', key)
    .update(JSON.stringify([subject, code]))
    .digest('hex')
}
