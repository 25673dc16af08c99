import type { Queryable } from '@kismet/service-kit/database'
import { pairKey } from '../domain/bank/match.ts'
import type { Dismissed } from '../domain/bank/match.ts'

/** The dismissed pairs of rows. */
export async function readDismissed(db: Queryable, rows: readonly { readonly id: string }[]): Promise<Dismissed> {
  const { rows: found } = await db.query<{ rowId: string; requestId: string }>(
    `SELECT bank_row_id AS "rowId", request_id AS "requestId" FROM bank_pair_dismissed WHERE bank_row_id = ANY ($1::uuid[])`,
    [rows.map(({ id }) => id)],
  )
  return new Set(found.map(({ rowId, requestId }) => pairKey(rowId, requestId)))
}

/** Stores that a row does not pay for a request. */
export async function insertDismissed(
  transaction: Queryable,
  pair: { readonly rowId: string; readonly requestId: string; readonly by: string; readonly at: Date },
): Promise<void> {
  await transaction.query(
    'INSERT INTO bank_pair_dismissed (bank_row_id, request_id, by_name, at) VALUES ($1, $2, $3, $4)',
    [pair.rowId, pair.requestId, pair.by, pair.at],
  )
}
