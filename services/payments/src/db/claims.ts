import type { Queryable } from '@kismet/service-kit/database'
import type { Admin } from '@kismet/service-kit/tokens'
import { columns } from './requests.ts'
import type { StoredRequest } from './requests.ts'

export interface Claimed {
  readonly request: StoredRequest
  /** The claim before was valid and of this admin. */
  readonly isProlonged: boolean
  readonly beforeName: string | null
}

/** Claims a pending request, or prolongs an own claim. @returns undefined while another admin has the claim, without `takeOver` */
export async function claim(
  db: Queryable,
  requestId: string,
  { id, username }: Pick<Admin, 'id' | 'username'>,
  { nowMs, untilMs, takeOver }: { readonly nowMs: number; readonly untilMs: number; readonly takeOver: boolean },
): Promise<Claimed | undefined> {
  const { rows } = await db.query<StoredRequest & Omit<Claimed, 'request'>>(
    `WITH before AS (SELECT claimed_by AS by, claimed_by_name AS name, claimed_until > $5 AS valid FROM request WHERE id = $1 FOR UPDATE)
     UPDATE request SET claimed_by = $2, claimed_by_name = $3, claimed_until = $4 FROM before
     WHERE id = $1 AND status = 'pending' AND ($6 OR by = $2 OR valid IS NOT TRUE)
     RETURNING ${columns}, by = $2 AND valid IS TRUE AS "isProlonged", name AS "beforeName"`,
    [requestId, id, username, new Date(untilMs), new Date(nowMs), takeOver],
  )
  return rows[0] && { request: rows[0], isProlonged: rows[0].isProlonged, beforeName: rows[0].beforeName }
}

/** Ends a claim of an admin. @returns false when the admin has no claim */
export async function release(db: Queryable, requestId: string, adminId: string): Promise<boolean> {
  const { rowCount } = await db.query(
    'UPDATE request SET claimed_by = NULL, claimed_by_name = NULL, claimed_until = NULL WHERE id = $1 AND claimed_by = $2',
    [requestId, adminId],
  )
  return rowCount === 1
}
