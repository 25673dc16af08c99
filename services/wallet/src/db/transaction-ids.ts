import type { Queryable } from '@kismet/service-kit/database'

/**
 * The readers of entries and the reconciliation go by the ids of transactions, which only grow within one PostgreSQL cluster and its physical copies.
 * @throws Error when the ledger holds ids that this cluster has not given yet: it was moved here by a dump, and new entries would be taken for old ones.
 */
export async function requireGrowingTransactionIds(db: Queryable): Promise<void> {
  const { rows } = await db.query<{ newest: string; next: string }>(
    `SELECT transaction_id AS newest, pg_snapshot_xmax(pg_current_snapshot()) AS next FROM entry ORDER BY transaction_id DESC LIMIT 1`,
  )
  const row = rows[0]
  if (row === undefined || BigInt(row.newest) < BigInt(row.next)) return
  throw new Error(
    `The ledger comes from another PostgreSQL cluster. Its newest transaction is ${row.newest}, and the next one here is ${row.next}. Stop PostgreSQL and raise its ids with pg_resetwal --next-transaction-id and --epoch`,
  )
}
