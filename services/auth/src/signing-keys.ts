import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { limits } from '@kismet/contracts'
import type { TokenClaims } from '@kismet/contracts'
import { inTransaction, msOf, takeLock } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import jwt from 'jsonwebtoken'
import { endSessionsSignedBy } from './db/sessions.ts'
import type { EndedSession } from './db/sessions.ts'
import type { Sources } from './sources.ts'

/** Clocks of replicas may differ by this much. */
const slackMs = 60_000

interface Key {
  readonly kid: string
  readonly createdAtMs: number
  readonly privateKey: KeyObject
}

/**
 * The ids of all keys that are not revoked, and the keys that AUTH_SECRET opens, the oldest first. A key of a lost secret
 * does not sign and is not published. Each rotation adds one key, so the list is short.
 */
async function readKeys(
  db: Queryable,
  { secrets }: Pick<Sources, 'secrets'>,
): Promise<{ kids: string[]; keys: Key[] }> {
  const { rows } = await db.query<Omit<Key, 'privateKey'> & { sealed: Buffer }>(
    `SELECT kid, private_sealed AS sealed, ${msOf('created_at')} AS "createdAtMs"
     FROM signing_key WHERE revoked_at IS NULL ORDER BY created_at, kid`,
  )
  const keys = rows.flatMap(({ sealed, ...row }) => {
    try {
      const key = secrets.signingKeys.open(sealed, row.kid)
      return [{ ...row, privateKey: createPrivateKey({ key, type: 'pkcs8', format: 'der' }) }]
    } catch {
      return []
    }
  })
  return { kids: rows.map(({ kid }) => kid), keys }
}

/** The newest key. @throws Error when AUTH_SECRET opens no key */
export async function signingKey(db: Queryable, parts: Pick<Sources, 'secrets'>): Promise<Key> {
  const key = (await readKeys(db, parts)).keys.at(-1)
  if (key === undefined)
    throw new Error(
      'AUTH_SECRET does not open the signing keys. Add the previous secret as a second line, or run rotate-keys',
    )
  return key
}

/** Locks a key until the transaction ends, so that a revocation waits. @returns false when the key has been revoked */
export async function holdSigningKey(transaction: Queryable, kid: string): Promise<boolean> {
  const sql = 'SELECT FROM signing_key WHERE kid = $1 AND revoked_at IS NULL FOR SHARE'
  return (await transaction.query(sql, [kid])).rowCount === 1
}

/**
 * The public keys (JWK set), computed from the private keys. An older key verifies until its last token has ended. Every
 * replica reads them from the database, so that all replicas publish a new key at once.
 */
export async function publicKeys({
  clock,
  db,
  secrets,
}: Pick<Sources, 'clock' | 'db' | 'secrets'>): Promise<Record<string, unknown>[]> {
  const { keys } = await readKeys(db, { secrets })
  const outlived = clock.now() - limits.session.lifetimeMs - slackMs
  return keys
    .filter((_key, index) => (keys[index + 1]?.createdAtMs ?? Infinity) > outlived)
    .map(({ kid, privateKey }) => ({
      ...createPublicKey(privateKey).export({ format: 'jwk' }),
      ...{ kid, alg: 'ES256', use: 'sig' },
    }))
}

export function signToken({ kid, privateKey }: Key, claims: TokenClaims): string {
  return jwt.sign(claims, privateKey, { algorithm: 'ES256', keyid: kid })
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

/** Adds the first signing key. Replicas may start together: one of them adds the key. @throws Error when AUTH_SECRET opens no key */
export async function provideFirstKey(sources: Sources): Promise<void> {
  await inTransaction(sources.db, async (transaction) => {
    await takeLock(transaction, 'first signing key')
    const { rowCount } = await transaction.query('SELECT FROM signing_key LIMIT 1')
    if (rowCount === 0) await addKey(transaction, sources)
    await signingKey(transaction, sources)
  })
}

/** Adds a signing key, which signs from now on. Older keys stay published until their tokens have ended. @returns its id */
export async function rotateSigningKey(sources: Sources): Promise<string> {
  return inTransaction(sources.db, async (transaction) => {
    const kid = await addKey(transaction, sources)
    const change = { action: 'signing-key.rotate', target: kid, detail: {} }
    await sources.audit.appendOperator(transaction, change, 'command')
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
  sources: Sources,
  named?: string,
): Promise<{ readonly kid: string; readonly ended: readonly EndedSession[] }> {
  const { audit, db, clock } = sources
  return inTransaction(db, async (transaction) => {
    const nowMs = clock.now()
    const { kids, keys } = await readKeys(transaction, sources)
    const present = keys.at(-1)?.kid
    const kid = named ?? present
    if (kid === undefined || !kids.includes(kid)) throw new Error(`There is no such key. There are: ${kids.join(', ')}`)
    await transaction.query('UPDATE signing_key SET revoked_at = $2 WHERE kid = $1', [kid, new Date(nowMs)])
    if (kid === present) await addKey(transaction, sources)
    const ended = await endSessionsSignedBy(transaction, kid, { reason: 'key_revoked', nowMs })
    const detail = { sessions: ended.length }
    await audit.appendOperator(transaction, { action: 'signing-key.revoke', target: kid, detail }, 'command')
    return { kid, ended }
  })
}
