import type { Sources } from './admins.ts'
import { inTransaction } from '@kismet/service-kit/database'
import type { Pool, Queryable } from '@kismet/service-kit/database'
import { listStored, secretOfSeal, writeSealed } from './db/sealed-admins.ts'
import { listSigningKeys, replaceSealedKey } from './db/signing-keys.ts'

/** Numbers of rows that were sealed with AUTH_SECRET_BEFORE. */
export interface Resealed {
  readonly signingKeys: number
  readonly totps: number
  readonly admins: number
  /** Names of admins whose accounts have an invalid seal. Their rows stay unchanged. */
  readonly left: readonly string[]
}

/**
 * Seals with AUTH_SECRET what AUTH_SECRET_BEFORE sealed, with an audit row. Safe to repeat: rows that
 * AUTH_SECRET sealed stay unchanged.
 * @throws Error when neither secret opens a key or a two-step secret. The transaction rolls back.
 */
export async function reseal(pool: Pool, sources: Sources): Promise<Resealed> {
  return inTransaction(pool, async (transaction) => {
    const signingKeys = await sealKeys(transaction, sources)
    const { left, ...accounts } = await sealAccounts(transaction, sources)
    const detail = { signingKeys, ...accounts }
    const what = { action: 'auth-secret.reseal', target: 'AUTH_SECRET', detail }
    await sources.audit.appendOperator(transaction, what, 'command')
    return { ...detail, left }
  })
}

async function sealKeys(transaction: Queryable, { secrets, randomness }: Sources): Promise<number> {
  let count = 0
  for (const { kid, privateSealed } of await listSigningKeys(transaction)) {
    const seal = () => secrets.signingKeys.reseal(privateSealed, kid, randomness)
    const resealed = named(`the signing key ${kid}`, seal)
    if (resealed === undefined) continue
    await replaceSealedKey(transaction, kid, resealed)
    count += 1
  }
  return count
}

/** Seals accounts and their two-step secrets, also secrets that wait for the first code. */
async function sealAccounts(transaction: Queryable, sources: Sources): Promise<Omit<Resealed, 'signingKeys'>> {
  const { secrets, randomness } = sources
  const left: string[] = []
  let [totps, admins] = [0, 0]
  for (const account of await listStored(transaction, true)) {
    const { id, username, totpSealed } = account
    const secret = secretOfSeal(account, sources)
    if (secret === undefined) {
      left.push(username)
      continue
    }
    const seal = () => (totpSealed === null ? undefined : secrets.totp.reseal(totpSealed, id, randomness))
    const resealed = named(`the two-step login of the admin ${id}`, seal)
    if (resealed !== undefined) totps += 1
    if (resealed === undefined && secret === 'now') continue
    await writeSealed(transaction, sources, account, { totpSealed: resealed ?? totpSealed })
    admins += 1
  }
  return { totps, admins, left }
}

function named<T>(what: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw new Error(`Neither AUTH_SECRET nor AUTH_SECRET_BEFORE opens ${what}. No row was changed.`, { cause: error })
  }
}
