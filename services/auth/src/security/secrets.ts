import { createHmac } from 'node:crypto'
import type { Randomness } from '@kismet/service-kit/randomness'
import { keyFor, Seal } from '@kismet/service-kit/seal'
import { AdminSeals } from './admin-seals.ts'

/** Seals with the current secret. Also opens what the previous secret sealed. */
export class ChangingSeal {
  readonly #now: Seal
  readonly #before: Seal | undefined

  constructor(use: string, secret: string, before: string | undefined) {
    this.#now = new Seal(secret, use)
    this.#before = before === undefined ? undefined : new Seal(before, use)
  }

  /** @param boundTo must be the same in `open` */
  seal(plain: Buffer, boundTo: string, randomness: Randomness): Buffer {
    return this.#now.seal(plain, boundTo, randomness)
  }

  /** @throws Error when neither secret sealed it for this use and this `boundTo` */
  open(sealed: Buffer, boundTo: string): Buffer {
    return this.#opened(sealed, boundTo).plain
  }

  /**
   * Seals with the current secret what the previous secret sealed.
   * @returns undefined when the current secret sealed it
   * @throws Error when neither secret sealed it
   */
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

/** The keys that auth derives from AUTH_SECRET, one for each use. The previous secret only opens and verifies. */
export class Secrets {
  /** Seals the private parts of signing keys, bound to their ids. */
  readonly signingKeys: ChangingSeal
  /** Seals the secrets of two-step login, bound to the ids of their admins. */
  readonly totp: ChangingSeal
  /** Encrypts mails that wait, bound to their ids. */
  readonly mails: ChangingSeal
  /** Seals the accounts of admins. */
  readonly admins: AdminSeals
  readonly #codes: Buffer
  readonly #codesOfBefore: Buffer | undefined
  readonly #names: Buffer

  constructor(secret: string, before?: string) {
    this.signingKeys = new ChangingSeal('auth signing keys', secret, before)
    this.totp = new ChangingSeal('auth two-step login', secret, before)
    this.mails = new ChangingSeal('auth mails', secret, before)
    this.admins = new AdminSeals(secret, before)
    this.#codes = keyFor(secret, 'auth codes')
    this.#codesOfBefore = before === undefined ? undefined : keyFor(before, 'auth codes')
    this.#names = keyFor(secret, 'auth names')
  }

  /** The stored MAC of a code. Without the secret, an attacker cannot try the million possible codes against it. */
  codeMac(subject: string, code: string): string {
    return macOf(this.#codes, subject, code)
  }

  /** The MACs of a code under the current and the previous secret. */
  codeMacs(subject: string, code: string): string[] {
    const keys = this.#codesOfBefore === undefined ? [this.#codes] : [this.#codes, this.#codesOfBefore]
    return keys.map((key) => macOf(key, subject, code))
  }

  /** A name for an account or a device in rows, Redis keys and logs. It does not reveal the e-mail or the token. */
  tagOf(name: string): string {
    return createHmac('sha256', this.#names).update(name.toLowerCase()).digest('hex').slice(0, 32)
  }
}

function macOf(key: Buffer, subject: string, code: string): string {
  return createHmac('sha256', key)
    .update(JSON.stringify([subject, code]))
    .digest('hex')
}
