import type { RequestNote } from '@kismet/contracts'
import { isoTime } from '@kismet/service-kit/clock'
import { msOf } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import type { Admin } from '@kismet/service-kit/tokens'
import type { StoredRequest } from './requests.ts'

/** The notes about a request, oldest first. */
export async function readNotes(db: Queryable, requestId: string): Promise<RequestNote[]> {
  const { rows } = await db.query<Omit<RequestNote, 'at'> & { readonly atMs: number }>(
    `SELECT id AS _id, text, by_name AS by, ${msOf('at')} AS "atMs" FROM request_note WHERE request_id = $1 ORDER BY id`,
    [requestId],
  )
  return rows.map(({ atMs, ...note }) => ({ ...note, at: isoTime(atMs) }))
}

/** The number of notes of each request that has any. */
export async function countNotes(db: Queryable, requestIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const sql =
    'SELECT request_id AS id, count(*) AS count FROM request_note WHERE request_id = ANY ($1::uuid[]) GROUP BY 1'
  const { rows } = await db.query<{ id: string; count: number }>(sql, [requestIds])
  return new Map(rows.map(({ id, count }) => [id, count]))
}

/** Stores a note about a request. */
export async function insertNote(
  transaction: Queryable,
  { id: requestId, playerId }: StoredRequest,
  { id: adminId, username }: Admin,
  { _id, text, at }: Omit<RequestNote, 'by'>,
): Promise<void> {
  await transaction.query(
    'INSERT INTO request_note (id, request_id, player_id, text, by, by_name, at) VALUES ($1, $2, $3, $4, $5, $6, $7)',
    [_id, requestId, playerId, text, adminId, username, at],
  )
}
