import { createPrivateKey, createPublicKey } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import type { TokenClaims } from '@kismet/contracts'
import type { Clock } from '@kismet/service-kit/clock'
import type { Pool } from '@kismet/service-kit/database'
import type { Logger } from '@kismet/service-kit/logger'
import { Refusal } from '@kismet/service-kit/refusal'
import jwt from 'jsonwebtoken'
import { listSigningKeys } from '../db/signing-keys.ts'
import type { SigningKeyRow } from '../db/signing-keys.ts'
import { publishedKeys, signingKey } from '../domain/key-schedule.ts'
import type { ScheduledKey } from '../domain/key-schedule.ts'
import type { Secrets } from './secrets.ts'

/** @throws Error when AUTH_SECRET does not open the key */
function openSigningKey(secrets: Secrets, { kid, privateSealed }: SigningKeyRow): KeyObject {
  try {
    return createPrivateKey({ key: secrets.signingKeys.open(privateSealed, kid), type: 'pkcs8', format: 'der' })
  } catch (error) {
    const message = `AUTH_SECRET does not open the signing key ${kid}. Add the previous secret as a second line, or run rotate-keys`
    throw new Error(message, { cause: error })
  }
}

/** Whether AUTH_SECRET opens the key. */
export function isOwnKey(secrets: Secrets, key: SigningKeyRow): boolean {
  try {
    return openSigningKey(secrets, key).type === 'private'
  } catch {
    return false
  }
}

/** The public key that verifies tokens, computed from the private key. */
function publicJwkOf(kid: string, privateKey: KeyObject): Record<string, unknown> {
  return { ...createPublicKey(privateKey).export({ format: 'jwk' }), kid, alg: 'ES256', use: 'sig' }
}

export interface KeyRingParts {
  readonly db: Pool
  readonly secrets: Secrets
  readonly clock: Clock
}

interface OwnKey extends ScheduledKey {
  readonly privateKey: KeyObject
  readonly publicJwk: Record<string, unknown>
}

/**
 * The keys that sign and verify tokens. A key of a lost secret does not open: it is logged once, does not sign and is not
 * published.
 */
export class KeyRing {
  readonly #parts: KeyRingParts & { readonly log: Logger }
  /** Each key is opened once. */
  readonly #opened = new Map<string, OwnKey | undefined>()
  #keys: readonly OwnKey[] = []

  constructor(parts: KeyRingParts & { readonly log: Logger }) {
    this.#parts = parts
  }

  /** Reads the keys from the database. @throws Error when keys exist and AUTH_SECRET opens no key */
  async refresh(): Promise<void> {
    const rows = await listSigningKeys(this.#parts.db)
    const keys = rows.flatMap((row) => {
      const key = this.#open(row)
      return key === undefined ? [] : [{ ...key, activatesAtMs: row.activatesAtMs }]
    })
    if (keys.length === 0 && rows[0] !== undefined) openSigningKey(this.#parts.secrets, rows[0])
    this.#keys = keys
  }

  /** The keys of the JWK set. */
  publicKeys(): Record<string, unknown>[] {
    return publishedKeys(this.#keys, this.#parts.clock.now()).map((key) => key.publicJwk)
  }

  /** The id of the key that signs now. @throws Error when no key exists */
  get signingKid(): string {
    const key = signingKey(this.#keys, this.#parts.clock.now())
    if (key === undefined) throw new Error('There is no signing key')
    return key.kid
  }

  /** @throws Refusal `unavailable` when the key is revoked */
  sign(claims: TokenClaims, kid: string): string {
    const key = this.#keys.find((candidate) => candidate.kid === kid)
    if (key === undefined) throw new Refusal('unavailable')
    return jwt.sign(claims, key.privateKey, { algorithm: 'ES256', keyid: kid })
  }

  #open(row: SigningKeyRow): OwnKey | undefined {
    const { kid, activatesAtMs } = row
    if (this.#opened.has(kid)) return this.#opened.get(kid)
    let key: OwnKey | undefined
    try {
      const privateKey = openSigningKey(this.#parts.secrets, row)
      key = { kid, activatesAtMs, privateKey, publicJwk: publicJwkOf(kid, privateKey) }
    } catch (error) {
      this.#parts.log.error({ event: 'signing-key.not-own', kid, err: error }, 'signing key ignored')
    }
    this.#opened.set(kid, key)
    return key
  }
}
