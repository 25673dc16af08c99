import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { limits } from '@kismet/contracts'
import type { TokenClaims } from '@kismet/contracts'
import { inTransaction, msOf, takeTurn } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import { Refusal } from '@kismet/service-kit/refusal'
import jwt from 'jsonwebtoken'
import { endSessionsSignedBy } from './db/sessions.ts'
import type { EndedSession } from './db/sessions.ts'
import type { Secrets } from './security/secrets.ts'
import type { Sources } from './sources.ts'

/** A new key signs only after every replica and every verifier has had time to read it. */
export const publishAheadMs = 45_000
/** Clocks of replicas may differ by this much. */
const slackMs = 60_000
/** The last token of a key has ended this long after the next key was made. */
const outlivedMs = publishAheadMs + limits.session.lifetimeMs + slackMs

interface Key {
  readonly kid: string
  readonly createdAtMs: number
  readonly privateKey: KeyObject
}

/** All keys that are not revoked, and the keys that AUTH_SECRET opens, the oldest first. Each rotation adds one key. */
async function readKeys(db: Queryable, secrets: Secrets): Promise<{ kids: string[]; keys: Key[] }> {
  const { rows } = await db.query<Omit<Key, 'privateKey'> & { sealed: Buffer }>(
    `SELECT kid, private_sealed AS sealed, ${msOf('created_at')} AS "createdAtMs"
     FROM signing_key WHERE revoked_at IS NULL ORDER BY created_at, kid`,
  )
  const keys = rows.flatMap(({ sealed, ...row }) => {
    try {
      const key = secrets.signingKeys.open(sealed, row.kid)
      return [{ ...row, privateKey: createPrivateKey({ key, type: 'pkcs8', format: 'der' }) }]
    } catch {
      // A key of a lost secret does not sign and is not published.
      return []
    }
  })
  return { kids: rows.map(({ kid }) => kid), keys }
}

type Made = Pick<Key, 'kid' | 'createdAtMs'>

/** The newest key that was published long enough ago, or else the oldest key. @param keys the oldest first */
export function signingKey<K extends Made>(keys: readonly K[], nowMs: number): K | undefined {
  return keys.findLast(({ createdAtMs }) => createdAtMs + publishAheadMs <= nowMs) ?? keys[0]
}

/** The keys that verify tokens that may still live. @param keys the oldest first */
export function publishedKeys<K extends Made>(keys: readonly K[], nowMs: number): K[] {
  return keys.filter((_key, index) => {
    const next = keys[index + 1]
    return next === undefined || nowMs < next.createdAtMs + outlivedMs
  })
}

/** The keys that sign and verify tokens. */
export class KeyRing {
  readonly #parts: Pick<Sources, 'clock' | 'db' | 'secrets'>
  #keys: readonly Key[] = []

  constructor(parts: Pick<Sources, 'clock' | 'db' | 'secrets'>) {
    this.#parts = parts
  }

  /** Reads the keys from the database. @throws Error when AUTH_SECRET opens no key */
  async refresh(): Promise<void> {
    const { keys } = await readKeys(this.#parts.db, this.#parts.secrets)
    if (keys.length === 0)
      throw new Error(
        'AUTH_SECRET does not open the signing keys. Add the previous secret as a second line, or run rotate-keys',
      )
    this.#keys = keys
  }

  /** The public keys (JWK set), computed from the private keys. */
  publicKeys(): Record<string, unknown>[] {
    return publishedKeys(this.#keys, this.#parts.clock.now()).map(({ kid, privateKey }) => ({
      ...createPublicKey(privateKey).export({ format: 'jwk' }),
      ...{ kid, alg: 'ES256', use: 'sig' },
    }))
  }

  /** The id of the key that signs now. @throws Error when no key was read */
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

/** Adds an ES256 key pair. The private key is stored encrypted. @returns its id */
async function addKey(transaction: Queryable, { clock, secrets, randomness }: Sources): Promise<string> {
  const nowMs = clock.now()
  const kid = randomness.id(nowMs)
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const sealed = secrets.signingKeys.seal(privateKey.export({ type: 'pkcs8', format: 'der' }), kid, randomness)
  const sql = 'INSERT INTO signing_key (kid, private_sealed, created_at) VALUES ($1, $2, $3)'
  await transaction.query(sql, [kid, sealed, new Date(nowMs)])
  return kid
}

/** Adds the first signing key. Replicas may start together: one of them adds the key. */
export async function provideFirstKey(parts: Sources): Promise<void> {
  await inTransaction(parts.db, async (transaction) => {
    await takeTurn(transaction, 'first signing key')
    const { rowCount } = await transaction.query('SELECT FROM signing_key LIMIT 1')
    if (rowCount === 0) await addKey(transaction, parts)
  })
}

/** Adds a signing key. Older keys stay published until their tokens have ended. @returns its id */
export async function rotateSigningKey(parts: Sources): Promise<string> {
  return inTransaction(parts.db, async (transaction) => {
    const kid = await addKey(transaction, parts)
    const change = { action: 'signing-key.rotate', target: kid, detail: {} }
    await parts.audit.appendOperator(transaction, change, 'command')
    return kid
  })
}

/**
 * Revokes a key and ends the sessions whose tokens the key signed. A new key replaces the key that signs. The update
 * waits for logins that lock the key.
 * @param named a key id; without an id, the key that signs now
 * @throws Error for an unknown id
 */
export async function revokeSigningKey(
  parts: Sources,
  named?: string,
): Promise<{ readonly kid: string; readonly ended: readonly EndedSession[] }> {
  const { audit, db, clock, secrets } = parts
  return inTransaction(db, async (transaction) => {
    const nowMs = clock.now()
    const { kids, keys } = await readKeys(transaction, secrets)
    const present = signingKey(keys, nowMs)?.kid
    const kid = named ?? present
    if (kid === undefined || !kids.includes(kid)) throw new Error(`There is no such key. There are: ${kids.join(', ')}`)
    await transaction.query('UPDATE signing_key SET revoked_at = $2 WHERE kid = $1', [kid, new Date(nowMs)])
    if (kid === present) await addKey(transaction, parts)
    const ended = await endSessionsSignedBy(transaction, kid, { reason: 'key_revoked', nowMs })
    const detail = { sessions: ended.length }
    await audit.appendOperator(transaction, { action: 'signing-key.revoke', target: kid, detail }, 'command')
    return { kid, ended }
  })
}
