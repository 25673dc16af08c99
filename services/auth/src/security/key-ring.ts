import { createPrivateKey } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import type { TokenClaims } from '@kismet/contracts'
import type { Clock } from '@kismet/service-kit/clock'
import type { Pool } from '@kismet/service-kit/database'
import { Refusal } from '@kismet/service-kit/refusal'
import jwt from 'jsonwebtoken'
import { listSigningKeys } from '../db/signing-keys.ts'
import type { SigningKeyRow } from '../db/signing-keys.ts'
import { publishedKeys, signingKey } from '../domain/key-schedule.ts'
import type { Secrets } from './secrets.ts'

/** @throws Error when neither AUTH_SECRET nor AUTH_SECRET_BEFORE is the one that the key was sealed with. */
export function openSigningKey(secrets: Secrets, { kid, privateSealed }: SigningKeyRow): KeyObject {
  try {
    return createPrivateKey({ key: secrets.signingKeys.open(privateSealed, kid), type: 'pkcs8', format: 'der' })
  } catch (error) {
    const message = `AUTH_SECRET does not open the signing key ${kid}: it is not the secret that sealed it. Give that secret, as AUTH_SECRET_BEFORE where it is another now, or run rotate-keys`
    throw new Error(message, { cause: error })
  }
}

export interface KeyRingParts {
  readonly db: Pool
  readonly secrets: Secrets
  readonly clock: Clock
}

/** The keys that tokens are signed and verified with, as the database has them. Each private key is opened once. */
export class KeyRing {
  readonly #parts: KeyRingParts
  readonly #opened = new Map<string, KeyObject>()
  #keys: readonly SigningKeyRow[] = []

  constructor(parts: KeyRingParts) {
    this.#parts = parts
  }

  /** Reads the keys again. @throws Error when AUTH_SECRET is not the one that they were sealed with. */
  async refresh(): Promise<void> {
    const keys = await listSigningKeys(this.#parts.db)
    const current = signingKey(keys, this.#parts.clock.now())
    for (const key of keys) if (key.activatesAtMs >= (current?.activatesAtMs ?? 0)) this.#open(key)
    this.#keys = keys
  }

  /** The public keys as a JWK set. */
  publicKeys(): Record<string, unknown>[] {
    return publishedKeys(this.#keys, this.#parts.clock.now()).map((key) => key.publicJwk)
  }

  /** The key that signs now. @throws Error when there is no key yet. */
  get signingKid(): string {
    const key = signingKey(this.#keys, this.#parts.clock.now())
    if (key === undefined) throw new Error('There is no signing key')
    return key.kid
  }

  /** @throws Refusal `unavailable` when the key has been revoked. */
  sign(claims: TokenClaims, kid: string): string {
    const key = this.#keys.find((candidate) => candidate.kid === kid)
    if (key === undefined) throw new Refusal('unavailable')
    return jwt.sign(claims, this.#open(key), { algorithm: 'ES256', keyid: kid })
  }

  #open(key: SigningKeyRow): KeyObject {
    const opened = this.#opened.get(key.kid) ?? openSigningKey(this.#parts.secrets, key)
    this.#opened.set(key.kid, opened)
    return opened
  }
}
