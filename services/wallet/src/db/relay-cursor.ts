import type { Queryable } from '@kismet/service-kit/database'
import { entryColumns } from './read-entries.ts'
import type { EntryRow } from './read-entries.ts'

/** The place of an entry in the order in which the relay tells them. */
export interface RelayCursor {
  readonly transaction_id: string
  readonly account_no: number
  readonly sequence: number
}

/** For how long one replica may relay without asking again. */
export const leaseMs = 10_000

/** Gives the cursor to one replica for a while, or undefined while another one has it. */
export async function leaseCursor(db: Queryable, self: string): Promise<RelayCursor | undefined> {
  const { rows } = await db.query<RelayCursor & Record<string, unknown>>(
    `UPDATE relay_cursor SET leased_by = $1, leased_until = now() + $2 * interval '1 ms'
     WHERE leased_by = $1 OR leased_until < now() RETURNING transaction_id, account_no, sequence`,
    [self, leaseMs],
  )
  return rows[0]
}

/**
 * The next entries after the cursor. Ids of transactions are not in the order of their commits, so only those are read of which all earlier ones have ended:
 * no entry can appear behind the cursor any more.
 */
export async function entriesAfter(
  db: Queryable,
  cursor: RelayCursor,
  limit: number,
): Promise<(EntryRow & RelayCursor)[]> {
  const { rows } = await db.query<EntryRow & RelayCursor & Record<string, unknown>>(
    `SELECT transaction_id, account_no, ${entryColumns}
     FROM (
       SELECT * FROM entry
       WHERE transaction_id >= $1::xid8 AND transaction_id < pg_snapshot_xmin(pg_current_snapshot())
         AND (transaction_id, account_no, sequence) > ($1::xid8, $2::integer, $3::integer)
       ORDER BY transaction_id, account_no, sequence LIMIT $4
     ) AS entry JOIN account USING (account_no)
     ORDER BY transaction_id, account_no, entry.sequence`,
    [cursor.transaction_id, cursor.account_no, cursor.sequence, limit],
  )
  return rows
}

/** Lets another replica have the cursor at once. */
export async function releaseCursor(db: Queryable, self: string): Promise<void> {
  await db.query(`UPDATE relay_cursor SET leased_by = NULL, leased_until = '-infinity' WHERE leased_by = $1`, [self])
}

/** Moves the cursor. @returns false when another replica has taken it over in the meantime. */
export async function moveCursor(db: Queryable, self: string, to: RelayCursor): Promise<boolean> {
  const { rowCount } = await db.query(
    'UPDATE relay_cursor SET transaction_id = $2, account_no = $3, sequence = $4 WHERE leased_by = $1',
    [self, to.transaction_id, to.account_no, to.sequence],
  )
  return rowCount === 1
}
