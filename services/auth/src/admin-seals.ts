import type { AuditLog } from '@kismet/service-kit/audit/log'
import { inTransaction, takeTurn } from '@kismet/service-kit/database'
import type { Pool, Queryable } from '@kismet/service-kit/database'
import type { Logger } from '@kismet/service-kit/logger'
import { listStored, NotSealedError, requireSealed, secretOfSeal, writeSealed } from './db/sealed-admins.ts'
import type { Sealer } from './db/sealed-admins.ts'

interface SealParts extends Sealer {
  readonly db: Pool
  readonly audit: AuditLog
  readonly log: Logger
}

const begun = { action: 'admin-seals.begin', target: 'admin-seals' } as const

/**
 * Accounts from before there were seals are sealed as they are: once, which is a row of the audit log, so that no account that is written there later is taken in. Not where
 * that log is broken, as somebody may have taken that row away: then nobody logs in whose account has no seal, until the log is in order or an operator renews the account.
 * @returns whether it is done
 */
export async function beginSeals(parts: SealParts): Promise<boolean> {
  const { audit, db, log } = parts
  if (await haveBegun(db)) return true
  await audit.check()
  const { fault } = audit.state
  if (fault !== null) {
    log.error({ event: 'admin.seals-not-begun', ...fault }, 'accounts are not sealed: the audit log is broken')
    return false
  }
  await inTransaction(db, async (transaction) => {
    // Of replicas that start together one does it, and the others see it.
    await takeTurn(transaction, 'admin seals')
    if (await haveBegun(transaction)) return
    const accounts = await listStored(transaction, true)
    for (const account of accounts) await writeSealed(transaction, parts, account, {})
    const detail = { admins: accounts.length }
    await audit.appendOperator(transaction, { ...begun, detail }, 'start')
    if (accounts.length > 0) log.info({ event: begun.action, ...detail }, 'the accounts of admins are sealed')
  })
  return true
}

async function haveBegun(db: Queryable): Promise<boolean> {
  const { rows } = await db.query('SELECT 1 FROM audit WHERE target = $1 AND action = $2', [begun.target, begun.action])
  return rows.length > 0
}

/** What is read of accounts, or undefined where one is not as this service wrote it, which is an error in the log. */
export async function ifSealed<T>(log: Logger, read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof NotSealedError)) throw error
    log.error({ event: 'admin.not-sealed', adminId: error.adminId, err: error }, 'an account of an admin opens nothing')
    return undefined
  }
}

/** How many accounts are not as this service wrote them, and open nothing. */
export async function countNotSealed(parts: Pick<SealParts, 'db' | 'secrets'>): Promise<number> {
  const accounts = await listStored(parts.db)
  return accounts.filter((account) => secretOfSeal(account, parts) === undefined).length
}

/** What is done every minute: accounts are sealed where that could not be begun at the start, by who has never seen it done; and all are looked at, so that one that somebody has written is told before it is tried. */
export function keepSeals(parts: SealParts): () => Promise<void> {
  let areBegun = false
  return async () => {
    areBegun ||= await beginSeals(parts)
    for (const account of await listStored(parts.db))
      await ifSealed(parts.log, () => Promise.resolve(requireSealed(account, parts)))
  }
}
