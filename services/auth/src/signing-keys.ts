import { inTransaction } from '@kismet/service-kit/database'
import type { Pool } from '@kismet/service-kit/database'
import { auditOperator } from './admins.ts'
import type { Sources } from './admins.ts'
import type { Context } from './context.ts'
import { endSessionsSignedBy } from './db/sessions.ts'
import type { EndedSession } from './db/sessions.ts'
import { addSigningKey, lacksSigningKey, listSigningKeys, markRevoked } from './db/signing-keys.ts'
import type { SigningKeyRow } from './db/signing-keys.ts'
import { publishAheadMs, signingKey } from './domain/key-schedule.ts'
import { makeSigningKey, openSigningKey } from './security/key-ring.ts'
import type { Secrets } from './security/secrets.ts'

/** Makes the first signing key, unless there is one. It signs at once. */
export async function provideFirstKey({ db, secrets, clock, randomness, log }: Context): Promise<void> {
  const now = clock.now()
  await inTransaction(db, async (transaction) => {
    if (!(await lacksSigningKey(transaction))) return
    await addSigningKey(transaction, makeSigningKey(secrets, randomness, now, now))
    log.info({ event: 'signing-key.made' }, 'the first signing key is made')
  })
}

function canOpen(secrets: Secrets, key: SigningKeyRow | undefined): boolean {
  try {
    return key !== undefined && openSigningKey(secrets, key).type === 'private'
  } catch {
    return false
  }
}

/**
 * Adds a signing key. It is published at once and signs a little later, when everybody knows it; at once when the present key cannot be opened any
 * more. Older keys stay published until their tokens have ended.
 */
export async function rotateSigningKey(
  pool: Pool,
  secrets: Secrets,
  { clock, randomness }: Sources,
): Promise<SigningKeyRow> {
  return inTransaction(pool, async (transaction) => {
    const now = clock.now()
    const present = signingKey(await listSigningKeys(transaction), now)
    const made = makeSigningKey(secrets, randomness, now, canOpen(secrets, present) ? now + publishAheadMs : now)
    await addSigningKey(transaction, made)
    await auditOperator(transaction, clock, ['signing-key.rotate', made.kid, {}])
    return made
  })
}

/**
 * Revokes a key, the one that signs now unless another is named, and ends the sessions whose tokens it has signed. In the place of the one that signs a new
 * one does, at once: a verifier that has just asked for the keys refuses its tokens for a few seconds.
 * @throws Error when there is no such key
 */
export async function revokeSigningKey(
  pool: Pool,
  secrets: Secrets,
  { clock, randomness }: Sources,
  named?: string,
): Promise<{ readonly kid: string; readonly ended: readonly EndedSession[] }> {
  return inTransaction(pool, async (transaction) => {
    const now = clock.now()
    const keys = await listSigningKeys(transaction)
    const present = signingKey(keys, now)
    const revoked = named === undefined ? present : keys.find(({ kid }) => kid === named)
    if (revoked === undefined)
      throw new Error(`There is no such key. There are: ${keys.map(({ kid }) => kid).join(', ')}`)
    const { kid } = revoked
    await markRevoked(transaction, kid, now)
    if (revoked === present) await addSigningKey(transaction, makeSigningKey(secrets, randomness, now, now))
    const ended = await endSessionsSignedBy(transaction, kid, { reason: 'key_revoked', nowMs: now })
    await auditOperator(transaction, clock, ['signing-key.revoke', kid, { sessions: ended.length }])
    return { kid, ended }
  })
}
