import { msOf } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import type { Admin } from '@kismet/service-kit/tokens'

export interface StoredClaim {
  readonly requestId: string
  readonly adminId: string
  readonly adminName: string
  readonly untilMs: number
}

const columns = `request_id AS "requestId", admin_id AS "adminId", admin_name AS "adminName", ${msOf('until')} AS "untilMs"`

/** Claims a request, or goes on with an own claim of it. @returns false while another admin has it and it is not taken over */
export async function claim(
  db: Queryable,
  requestId: string,
  { id, username }: Pick<Admin, 'id' | 'username'>,
  { nowMs, untilMs, takeOver }: { readonly nowMs: number; readonly untilMs: number; readonly takeOver: boolean },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `INSERT INTO claim (request_id, admin_id, admin_name, until) VALUES ($1, $2, $3, $4)
     ON CONFLICT (request_id) DO UPDATE SET admin_id = $2, admin_name = $3, until = $4 WHERE $6 OR claim.admin_id = $2 OR claim.until <= $5`,
    [requestId, id, username, new Date(untilMs), new Date(nowMs), takeOver],
  )
  return rowCount === 1
}

/** The claim of a request, also one that is over, which nobody changes until the transaction ends. */
export async function lockClaim(transaction: Queryable, requestId: string): Promise<StoredClaim | undefined> {
  const { rows } = await transaction.query<StoredClaim>(
    `SELECT ${columns} FROM claim WHERE request_id = $1 FOR UPDATE`,
    [requestId],
  )
  return rows[0]
}

/** Ends a claim of that admin. @returns whether there was one */
export async function release(db: Queryable, requestId: string, adminId: string): Promise<boolean> {
  const { rowCount } = await db.query('DELETE FROM claim WHERE request_id = $1 AND admin_id = $2', [requestId, adminId])
  return rowCount === 1
}

/** The claims of these requests that stand now, by the request. */
export async function claimsOf(
  db: Queryable,
  requestIds: readonly string[],
  nowMs: number,
): Promise<ReadonlyMap<string, StoredClaim>> {
  if (requestIds.length === 0) return new Map()
  const { rows } = await db.query<StoredClaim>(
    `SELECT ${columns} FROM claim WHERE request_id = ANY ($1::uuid[]) AND until > $2`,
    [requestIds, new Date(nowMs)],
  )
  return new Map(rows.map((found) => [found.requestId, found]))
}

/** Forgets claims that are over, some at a time. @returns how many */
export async function forgetClaims(db: Queryable, nowMs: number, limit: number): Promise<number> {
  const { rowCount } = await db.query(
    'DELETE FROM claim WHERE request_id IN (SELECT request_id FROM claim WHERE until <= $1 ORDER BY until LIMIT $2)',
    [new Date(nowMs), limit],
  )
  return rowCount ?? 0
}
