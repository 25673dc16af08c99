import type { Pool } from '@kismet/service-kit/database'
import type { Logger } from '@kismet/service-kit/logger'
import { listStored, NotSealedError, requireSealed, secretOfSeal } from './db/sealed-admins.ts'
import type { Sealer } from './db/sealed-admins.ts'

interface SealParts extends Pick<Sealer, 'secrets'> {
  readonly db: Pool
  readonly log: Logger
}

/** Reads accounts. @returns undefined, and logs an error, when an account has no valid seal */
export async function ifSealed<T>(log: Logger, read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof NotSealedError)) throw error
    log.error(
      { event: 'admin.not-sealed', adminId: error.adminId, username: error.username, err: error },
      'the account of an admin has no valid seal and cannot log in',
    )
    return undefined
  }
}

/** How many accounts have no valid seal, for the metrics. */
export async function countNotSealed(parts: Pick<SealParts, 'db' | 'secrets'>): Promise<number> {
  const accounts = await listStored(parts.db)
  return accounts.filter((account) => secretOfSeal(account, parts) === undefined).length
}

/** Logs an error for each account without a valid seal, before its admin tries to log in. */
export async function checkSeals(parts: SealParts): Promise<void> {
  for (const account of await listStored(parts.db))
    await ifSealed(parts.log, () => Promise.resolve(requireSealed(account, parts)))
}
