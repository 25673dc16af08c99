import { msOf, takeTurn } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'

export interface SigningKeyRow {
  readonly kid: string
  readonly privateSealed: Buffer
  readonly createdAtMs: number
  readonly activatesAtMs: number
}

/**
 * All keys that are not revoked, in the order of their activation. Each rotation adds one key, so
 * the list is short.
 */
export async function listSigningKeys(db: Queryable): Promise<SigningKeyRow[]> {
  const { rows } = await db.query<SigningKeyRow>(
    `SELECT kid, private_sealed AS "privateSealed", ${msOf('created_at')} AS "createdAtMs", ${msOf('activates_at')} AS "activatesAtMs"
     FROM signing_key WHERE revoked_at IS NULL ORDER BY activates_at, kid`,
  )
  return rows
}

export async function addSigningKey(transaction: Queryable, key: SigningKeyRow): Promise<void> {
  await transaction.query(
    'INSERT INTO signing_key (kid, private_sealed, created_at, activates_at) VALUES ($1, $2, $3, $4)',
    [key.kid, key.privateSealed, new Date(key.createdAtMs), new Date(key.activatesAtMs)],
  )
}

/** Revokes a key. The update waits for logins that lock the key, so the caller can end their sessions. */
export async function markRevoked(transaction: Queryable, kid: string, nowMs: number): Promise<void> {
  await transaction.query('UPDATE signing_key SET revoked_at = $2 WHERE kid = $1', [kid, new Date(nowMs)])
}

/** Whether no key exists. Replicas may start together; the lock lets one of them create the first key. */
export async function lacksSigningKey(transaction: Queryable): Promise<boolean> {
  await takeTurn(transaction, 'first signing key')
  return (await transaction.query('SELECT 1 FROM signing_key LIMIT 1')).rows.length === 0
}
