import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import type { TokenClaims } from '@kismet/contracts'
import { inTransaction } from '@kismet/service-kit/database'
import type { Pool, Queryable } from '@kismet/service-kit/database'
import type { Logger } from '@kismet/service-kit/logger'
import { Refusal } from '@kismet/service-kit/refusal'
import jwt from 'jsonwebtoken'
import { endSessionsSignedBy } from './db/sessions.ts'
import type { EndedSession } from './db/sessions.ts'
import { addSigningKey, lacksSigningKey, listSigningKeys, markRevoked } from './db/signing-keys.ts'
import type { SigningKeyRow } from './db/signing-keys.ts'
import { publishAheadMs, publishedKeys, signingKey } from './domain/key-schedule.ts'
import type { Secrets } from './security/secrets.ts'
import type { Sources } from './sources.ts'

interface OwnKey extends SigningKeyRow {
  readonly privateKey: KeyObject
}

/** The keys that AUTH_SECRET opens. Keys of a lost secret are left out. */
function openKeys(rows: readonly SigningKeyRow[], secrets: Secrets): OwnKey[] {
  return rows.flatMap((row) => {
    try {
      const key = secrets.signingKeys.open(row.privateSealed, row.kid)
      return [{ ...row, privateKey: createPrivateKey({ key, type: 'pkcs8', format: 'der' }) }]
    } catch {
      return []
    }
  })
}

/** The keys that sign and verify tokens. A key of a lost secret does not sign and is not published. */
export class KeyRing {
  readonly #parts: Pick<Sources, 'clock' | 'secrets'> & { readonly db: Pool; readonly log: Logger }
  readonly #ignored = new Set<string>()
  #keys: readonly OwnKey[] = []

  constructor(parts: Pick<Sources, 'clock' | 'secrets'> & { readonly db: Pool; readonly log: Logger }) {
    this.#parts = parts
  }

  /** Reads the keys from the database. @throws Error when keys exist and AUTH_SECRET opens no key */
  async refresh(): Promise<void> {
    const { db, log, secrets } = this.#parts
    const rows = await listSigningKeys(db)
    const keys = openKeys(rows, secrets)
    if (keys.length === 0 && rows.length > 0)
      throw new Error(
        'AUTH_SECRET does not open the signing keys. Add the previous secret as a second line, or run rotate-keys',
      )
    for (const { kid } of rows.filter((row) => !keys.some((key) => key.kid === row.kid))) {
      if (!this.#ignored.has(kid))
        log.error({ event: 'signing-key.not-own', kid }, 'AUTH_SECRET does not open a signing key')
      this.#ignored.add(kid)
    }
    this.#keys = keys
  }

  /** The public keys (JWK set), computed from the private keys. */
  publicKeys(): Record<string, unknown>[] {
    return publishedKeys(this.#keys, this.#parts.clock.now()).map(({ kid, privateKey }) => ({
      ...createPublicKey(privateKey).export({ format: 'jwk' }),
      ...{ kid, alg: 'ES256', use: 'sig' },
    }))
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
}

type KeyParts = Sources & { readonly db: Pool }

/** Adds an ES256 key pair that signs from `activatesAtMs` on. The private key is stored encrypted. */
async function makeKey(
  transaction: Queryable,
  { secrets, randomness }: KeyParts,
  createdAtMs: number,
  activatesAtMs = createdAtMs,
): Promise<SigningKeyRow> {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const kid = randomness.id(createdAtMs)
  const privateDer = privateKey.export({ type: 'pkcs8', format: 'der' })
  const privateSealed = secrets.signingKeys.seal(privateDer, kid, randomness)
  const key = { kid, privateSealed, createdAtMs, activatesAtMs }
  await addSigningKey(transaction, key)
  return key
}

/** Creates the first signing key if no key exists. The key signs at once. */
export async function provideFirstKey(parts: KeyParts & { readonly log: Logger }): Promise<void> {
  await inTransaction(parts.db, async (transaction) => {
    if (!(await lacksSigningKey(transaction))) return
    await makeKey(transaction, parts, parts.clock.now())
    parts.log.info({ event: 'signing-key.made' }, 'the first signing key is made')
  })
}

/**
 * Adds a signing key. The key is published at once and signs after `publishAheadMs`, when all verifiers
 * know it. If no present key can be opened, it signs at once. Older keys stay published until their
 * tokens have expired.
 */
export async function rotateSigningKey(parts: KeyParts): Promise<SigningKeyRow> {
  const { audit, db, clock, secrets } = parts
  return inTransaction(db, async (transaction) => {
    const now = clock.now()
    const hasKey = openKeys(await listSigningKeys(transaction), secrets).length > 0
    const made = await makeKey(transaction, parts, now, hasKey ? now + publishAheadMs : now)
    await audit.appendOperator(transaction, { action: 'signing-key.rotate', target: made.kid, detail: {} }, 'command')
    return made
  })
}

/**
 * Revokes a key and ends the sessions whose tokens the key signed. If the key signs now, a new key
 * replaces it and signs at once. A verifier that has just read the keys refuses the new tokens for a few
 * seconds.
 * @param named a key id; without an id, the key that signs now
 * @throws Error for an unknown id
 */
export async function revokeSigningKey(
  parts: KeyParts,
  named?: string,
): Promise<{ readonly kid: string; readonly ended: readonly EndedSession[] }> {
  const { audit, db, clock, secrets } = parts
  return inTransaction(db, async (transaction) => {
    const nowMs = clock.now()
    const keys = await listSigningKeys(transaction)
    const present = signingKey(openKeys(keys, secrets), nowMs)?.kid ?? signingKey(keys, nowMs)?.kid
    const kid = named ?? present
    if (!keys.some((key) => key.kid === kid) || kid === undefined)
      throw new Error(`There is no such key. There are: ${keys.map((key) => key.kid).join(', ')}`)
    await markRevoked(transaction, kid, nowMs)
    if (kid === present) await makeKey(transaction, parts, nowMs)
    const ended = await endSessionsSignedBy(transaction, kid, { reason: 'key_revoked', nowMs })
    const detail = { sessions: ended.length }
    await audit.appendOperator(transaction, { action: 'signing-key.revoke', target: kid, detail }, 'command')
    return { kid, ended }
  })
}
