import type { Queryable } from '@kismet/service-kit/database'
import { entrySums, ofAccounts, sumColumns } from './checks.ts'
import type { Scope } from './checks.ts'

/** How far reconciliation has come. */
export interface Progress {
  /** The snapshot up to which entries are in the sums. */
  readonly seen: string
  /** The next snapshot, and whether entries remain behind it. */
  readonly next: string
  readonly isCut: boolean
  /** Accounts with a break, which each run reads from their first entry on. */
  readonly suspects: readonly number[]
  /** The account after which the run reads old entries again. */
  readonly rereadAfter: number
}

/** Reads the progress, and where the next run ends: after `maxEntries` new entries, or with all entries that are visible. */
export async function readProgress(client: Queryable, maxEntries: number): Promise<Progress> {
  // A snapshot can end at a transaction before the oldest running one: all earlier ones are visible.
  const { rows } = await client.query<Progress>(
    `SELECT seen, suspects, reread_after AS "rereadAfter", cut IS NOT NULL AS "isCut",
      coalesce((cut || ':' || cut || ':')::pg_snapshot, pg_current_snapshot()) AS next
     FROM reconciliation LEFT JOIN LATERAL (
       SELECT greatest(transaction_id::text::bigint, pg_snapshot_xmax(seen)::text::bigint + 1)::text AS cut
       FROM entry WHERE transaction_id >= pg_snapshot_xmax(seen) ORDER BY transaction_id OFFSET $1 LIMIT 1
     ) last ON cut::xid8 < pg_snapshot_xmin(pg_current_snapshot())`,
    [maxEntries],
  )
  const [row] = rows
  if (row === undefined) throw new Error('The row of the table reconciliation is missing')
  return row
}

/** Adds the entries of a scope to the sums. */
export async function addToSums(client: Queryable, { entries }: Pick<Scope, 'entries'>): Promise<void> {
  const added = sumColumns.map((name) => `${name} = proven_account.${name} + excluded.${name}`).join(', ')
  await client.query(`INSERT INTO proven_account ${entrySums(entries)} ON CONFLICT (account_no) DO UPDATE SET ${added}`)
}

/** Replaces sums that differ from the entries of these accounts, after the entries were mended by hand. */
export async function renewSums(client: Queryable, accounts: readonly number[]): Promise<void> {
  if (accounts.length === 0) return
  const { accounts: which, sums } = ofAccounts(accounts)
  await client.query(
    `DELETE FROM proven_account p WHERE ${which} AND NOT EXISTS (SELECT FROM (${sums}) s WHERE s.account_no = p.account_no AND (s.*) = (p.*))`,
  )
  await client.query(
    `INSERT INTO proven_account SELECT s.* FROM (${sums}) s WHERE NOT EXISTS (SELECT FROM proven_account p WHERE p.account_no = s.account_no)`,
  )
}

/**
 * The next accounts whose entries are all read again: some `maxEntries` entries, and at least one
 * account.
 * @returns the accounts, and the account after which the next run goes on; 0 after the last account
 */
export async function nextToReread(
  client: Queryable,
  after: number,
  maxEntries: number,
): Promise<{ accounts: number[]; rereadAfter: number }> {
  const { rows } = await client.query<{ account: number; isLast: boolean }>(
    `SELECT account_no AS account, "isLast" FROM (
       SELECT account_no, entries, sum(entries) OVER later AS upto, lead(account_no) OVER later IS NULL AS "isLast"
       FROM (SELECT account_no, entries FROM proven_account WHERE account_no > $1 ORDER BY account_no LIMIT $2 + 1) next
       WINDOW later AS (ORDER BY account_no)
     ) next WHERE upto - entries < $2`,
    [after, maxEntries],
  )
  const last = rows.at(-1)
  const rereadAfter = last === undefined || last.isLast ? 0 : last.account
  return { accounts: rows.map(({ account }) => account), rereadAfter }
}
