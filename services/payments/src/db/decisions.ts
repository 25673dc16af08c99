import type { Paise, RequestKind, RequestStatus } from '@kismet/contracts'
import type { Queryable } from '@kismet/service-kit/database'
import type { Admin } from '@kismet/service-kit/tokens'

export interface Decision {
  readonly status: 'approved' | 'rejected'
  readonly adminReason: string | null
  readonly admin: Pick<Admin, 'id' | 'username'>
  readonly atMs: number
  /** When the sweep takes over what follows in the wallet; null when nothing does. */
  readonly dueAtMs: number | null
}

/** What has to be known of a request to decide it. */
export interface Undecided {
  readonly playerId: string
  readonly playerEmail: string
  readonly amountPaise: Paise
  readonly status: RequestStatus
  readonly decidedByName: string | null
  readonly firstApprovedBy: string | null
}

/** Where what a decision brings is noted as owed. */
const owedIn = { deposit: 'credit_due_at', withdrawal: 'settle_due_at' } as const

/** Admins see a withdrawal once its money is set aside. */
const isSeen = { deposit: 'true', withdrawal: 'held_at IS NOT NULL' } as const

/** A request that nobody else decides before this transaction has ended. */
export async function lockRequest(
  transaction: Queryable,
  kind: RequestKind,
  id: string,
): Promise<Undecided | undefined> {
  const { rows } = await transaction.query<Undecided>(
    `SELECT player_id AS "playerId", player_email AS "playerEmail", amount_paise AS "amountPaise", status, decided_by_name AS "decidedByName",
            first_approved_by AS "firstApprovedBy"
     FROM ${kind} WHERE id = $1 AND ${isSeen[kind]} FOR UPDATE`,
    [id],
  )
  return rows[0]
}

/** Decides a locked request that waits. */
export async function decide(db: Queryable, kind: RequestKind, id: string, decision: Decision): Promise<void> {
  const { status, adminReason, admin, atMs, dueAtMs } = decision
  const { rowCount } = await db.query(
    `UPDATE ${kind} SET status = $2, admin_reason = $3, decided_at = $4, decided_by = $5, decided_by_name = $6, ${owedIn[kind]} = $7
     WHERE id = $1 AND status = 'pending'`,
    [id, status, adminReason, new Date(atMs), admin.id, admin.username, dueAtMs === null ? null : new Date(dueAtMs)],
  )
  if (rowCount !== 1) throw new Error(`${kind} ${id} was decided under a lock`)
}

/** Notes the first of two approvals. */
export async function noteFirstApproval(
  db: Queryable,
  kind: RequestKind,
  id: string,
  { admin, atMs }: Pick<Decision, 'admin' | 'atMs'>,
): Promise<void> {
  await db.query(
    `UPDATE ${kind} SET first_approved_at = $2, first_approved_by = $3, first_approved_by_name = $4 WHERE id = $1 AND status = 'pending'`,
    [id, new Date(atMs), admin.id, admin.username],
  )
}

/** Of which kind a request is that admins see, and whether it waits. */
export async function findRequest(
  db: Queryable,
  id: string,
): Promise<{ readonly kind: RequestKind; readonly status: RequestStatus } | undefined> {
  const { rows } = await db.query<{ kind: RequestKind; status: RequestStatus }>(
    `SELECT 'deposit' AS kind, status FROM deposit WHERE id = $1
     UNION ALL SELECT 'withdrawal', status FROM withdrawal WHERE id = $1 AND ${isSeen.withdrawal}`,
    [id],
  )
  return rows[0]
}

/** How many requests of each kind wait for an admin. */
export async function countWaiting(db: Queryable): Promise<{ deposits: number; withdrawals: number }> {
  const { rows } = await db.query<{ deposits: number; withdrawals: number }>(
    `SELECT (SELECT count(*) FROM deposit WHERE status = 'pending') AS deposits,
            (SELECT count(*) FROM withdrawal WHERE status = 'pending' AND ${isSeen.withdrawal}) AS withdrawals`,
  )
  return rows[0] ?? { deposits: 0, withdrawals: 0 }
}
