import { generateKeyPairSync } from 'node:crypto'
import { inTransaction } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import type { Logger } from '@kismet/service-kit/logger'
import type { Sources } from './admins.ts'
import { endSessionsSignedBy } from './db/sessions.ts'
import type { EndedSession } from './db/sessions.ts'
import { addSigningKey, lacksSigningKey, listSigningKeys, markRevoked } from './db/signing-keys.ts'
import type { SigningKeyRow } from './db/signing-keys.ts'
import { publishAheadMs, signingKey } from './domain/key-schedule.ts'
import { isOwnKey } from './security/key-ring.ts'
import type { KeyRingParts } from './security/key-ring.ts'

type KeyParts = KeyRingParts & Sources

/** Adds an ES256 key pair that signs from `activatesAtMs` on. The private key is stored sealed. */
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

/** The key that signs now. Keys that the secrets do not open are ignored. */
function signingOf(keys: readonly SigningKeyRow[], { secrets, clock }: KeyParts): SigningKeyRow | undefined {
  return signingKey(
    keys.filter((key) => isOwnKey(secrets, key)),
    clock.now(),
  )
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
  const { audit, db, clock } = parts
  return inTransaction(db, async (transaction) => {
    const now = clock.now()
    const present = signingOf(await listSigningKeys(transaction), parts)
    const made = await makeKey(transaction, parts, now, present === undefined ? now : now + publishAheadMs)
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
  const { audit, db, clock } = parts
  return inTransaction(db, async (transaction) => {
    const nowMs = clock.now()
    const keys = await listSigningKeys(transaction)
    const present = signingOf(keys, parts) ?? signingKey(keys, nowMs)
    const revoked = named === undefined ? present : keys.find(({ kid }) => kid === named)
    if (revoked === undefined)
      throw new Error(`There is no such key. There are: ${keys.map(({ kid }) => kid).join(', ')}`)
    const { kid } = revoked
    await markRevoked(transaction, kid, nowMs)
    if (revoked === present) await makeKey(transaction, parts, nowMs)
    const ended = await endSessionsSignedBy(transaction, kid, { reason: 'key_revoked', nowMs })
    const detail = { sessions: ended.length }
    await audit.appendOperator(transaction, { action: 'signing-key.revoke', target: kid, detail }, 'command')
    return { kid, ended }
  })
}
