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

/** @throws Error when neither AUTH_SECRET nor AUTH_SECRET_BEFORE sealed the key */
function openSigningKey(secrets: Secrets, { kid, privateSealed }: SigningKeyRow): KeyObject {
  try {
    return createPrivateKey({ key: secrets.signingKeys.open(privateSealed, kid), type: 'pkcs8', format: 'der' })
  } catch (error) {
    const message = `AUTH_SECRET does not open the signing key ${kid}: it is not the secret that sealed it. Give that secret, as AUTH_SECRET_BEFORE where it is another now, or run rotate-keys`
    throw new Error(message, { cause: error })
  }
}

/** Whether a secret of this service opens the key. */
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
 * The keys that sign and verify tokens. A key that AUTH_SECRET does not open was written by an attacker or
 * under a lost secret. Such a key does not sign and is not published. Each private key is opened once.
 */
export class KeyRing {
  readonly #parts: KeyRingParts & { readonly log: Logger }
  readonly #opened = new Map<string, OwnKey>()
  readonly #told = new Set<string>()
  #keys: readonly OwnKey[] = []

  constructor(parts: KeyRingParts & { readonly log: Logger }) {
    this.#parts = parts
  }

  /** Reads the keys from the database. @throws Error when keys exist and AUTH_SECRET opens no key */
  async refresh(): Promise<void> {
    const rows = await listSigningKeys(this.#parts.db)
    const keys: OwnKey[] = []
    const others: { readonly kid: string; readonly error: unknown }[] = []
    for (const row of rows) {
      try {
        keys.push(this.#open(row))
      } catch (error) {
        others.push({ kid: row.kid, error })
      }
    }
    if (keys.length === 0 && others[0] !== undefined) throw others[0].error
    for (const { kid, error } of others) this.#tell(kid, error)
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

  #open(row: SigningKeyRow): OwnKey {
    const { kid, activatesAtMs } = row
    const opened = this.#opened.get(kid)
    if (opened !== undefined) return { ...opened, activatesAtMs }
    const privateKey = openSigningKey(this.#parts.secrets, row)
    const key = { kid, activatesAtMs, privateKey, publicJwk: publicJwkOf(kid, privateKey) }
    this.#opened.set(kid, key)
    return key
  }

  /** Logs each key once, because the keys are read every second. */
  #tell(kid: string, error: unknown): void {
    if (this.#told.has(kid)) return
    this.#told.add(kid)
    this.#parts.log.error(
      { event: 'signing-key.not-own', kid, err: error },
      'signing key ignored: this service did not encrypt it',
    )
  }
}
