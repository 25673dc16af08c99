import type { Queryable } from '@kismet/service-kit/database'

/**
 * Requires growing transaction ids, on which readers and reconciliation depend. The ids grow only
 * within one PostgreSQL cluster and its physical copies.
 * @throws Error when the ledger has ids above those of this cluster, after a restore from a dump
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
