import type { Sources } from './admins.ts'
import { inTransaction } from '@kismet/service-kit/database'
import type { Pool } from '@kismet/service-kit/database'
import { lockTotps, replaceSealedTotp } from './db/admin-totp.ts'
import { listSigningKeys, replaceSealedKey } from './db/signing-keys.ts'
import type { Secrets } from './security/secrets.ts'

/** How much was sealed under the secret of before. */
export interface SealedAnew {
  readonly signingKeys: number
  readonly totps: number
}

/**
 * Seals everything under AUTH_SECRET that AUTH_SECRET_BEFORE has sealed, and writes it into the audit log. Can be repeated: what is sealed so already stays as it is.
 * @throws Error when neither of the two has sealed something; nothing has changed then
 */
export async function sealAnew(
  pool: Pool,
  { signingKeys, totp }: Secrets,
  { audit, randomness }: Pick<Sources, 'audit' | 'randomness'>,
): Promise<SealedAnew> {
  return inTransaction(pool, async (transaction) => {
    let keys = 0
    for (const { kid, privateSealed } of await listSigningKeys(transaction)) {
      const anew = named(`the signing key ${kid}`, () => signingKeys.sealAnew(privateSealed, kid, randomness))
      if (anew === undefined) continue
      await replaceSealedKey(transaction, kid, anew)
      keys += 1
    }
    let totps = 0
    for (const { id, sealed } of await lockTotps(transaction)) {
      const anew = named(`the two-step login of the admin ${id}`, () => totp.sealAnew(sealed, id, randomness))
      if (anew === undefined) continue
      await replaceSealedTotp(transaction, id, anew)
      totps += 1
    }
    const detail = { signingKeys: keys, totps }
    await audit.appendOperator(
      transaction,
      { action: 'auth-secret.seal-anew', target: 'AUTH_SECRET', detail },
      'command',
    )
    return detail
  })
}

function named<T>(what: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw new Error(`Neither AUTH_SECRET nor AUTH_SECRET_BEFORE opens ${what}. Nothing has changed.`, { cause: error })
  }
}
