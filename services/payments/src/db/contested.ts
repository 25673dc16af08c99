import { inTransaction, isContention } from '@kismet/service-kit/database'
import type { Pool, Queryable } from '@kismet/service-kit/database'

/** Runs `work` in one transaction, and a few times anew where another admin was at the same rows: nothing was written then. */
export async function inContested<T>(
  db: Pool,
  work: (transaction: Queryable) => Promise<T>,
  triesLeft = 3,
): Promise<T> {
  try {
    return await inTransaction(db, work)
  } catch (error) {
    if (isContention(error) && triesLeft > 1) return inContested(db, work, triesLeft - 1)
    throw error
  }
}
