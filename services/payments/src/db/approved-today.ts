import { dayOf, startOfDay } from '@kismet/contracts'
import type { RequestKind } from '@kismet/contracts'
import type { Queryable } from '@kismet/service-kit/database'
import type { ApprovalFacts } from '../domain/decision.ts'

interface Asked {
  /** The request that is judged. */
  readonly id: string
  readonly kind: RequestKind
  readonly playerId: string
  readonly adminId: string
  /** The accounts whose approvals by own statements count together: the admin, and those that may be the same person. */
  readonly accountIds: readonly string[]
}

/** The place of a decided request falls with the time of the decision (0001, queue_place). */
const decidedPlace = 1e14

/** SQL: an index of the queue finds the requests of a kind that were approved on a day. Later states of approved requests count too. */
const approvedToday = `kind = $1 AND queue_place BETWEEN ${decidedPlace / 2} AND $2 AND status NOT IN ('asked', 'pending', 'rejected', 'refused')`
const lastPlace = (nowMs: number): number => decidedPlace - startOfDay(dayOf(nowMs))

/** SQL: other withdrawals that are being paid. They count as approved, because the money may have left. */
const beingPaid = `kind = $1 AND status = 'pending' AND pay_by IS NOT NULL AND id <> $5`

/** The sums of a day without approvals. */
export const noApprovals: ApprovalFacts['today'] = { adminPaise: 0, ownStatementPaise: 0, playerPaise: 0 }

/** Sums what was approved since the day of Asia/Kolkata began. A request of the previous release counts as approved alone. */
export async function readApprovedToday(
  db: Queryable,
  { id, kind, playerId, adminId, accountIds }: Asked,
  nowMs: number,
): Promise<ApprovalFacts['today']> {
  const alone = `CASE status WHEN 'pending' THEN pay_by = $3 AND first_approved_by IS NULL
    ELSE decided_by = $3 AND approved_alone IS NOT FALSE END`
  const { rows } = await db.query<ApprovalFacts['today']>(
    `SELECT coalesce(sum(amount_paise) FILTER (WHERE ${alone}), 0)::bigint AS "adminPaise",
       coalesce(sum(amount_paise) FILTER (WHERE decided_by = ANY ($6) AND approved_alone IS NOT FALSE AND row_origin = 'own'), 0)::bigint AS "ownStatementPaise",
       coalesce(sum(amount_paise) FILTER (WHERE player_id = $4), 0)::bigint AS "playerPaise"
     FROM request WHERE ${approvedToday} AND (decided_by = ANY ($6) OR player_id = $4) OR ${beingPaid} AND (pay_by = $3 OR player_id = $4)`,
    [kind, lastPlace(nowMs), adminId, playerId, id, accountIds],
  )
  if (rows[0] === undefined) throw new Error('A sum has no row')
  return rows[0]
}

/** The admins who today approved deposits alone by rows that only they uploaded. */
export async function findOwnReadersToday(db: Queryable, nowMs: number, limit: number): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `SELECT DISTINCT decided_by AS id FROM request WHERE ${approvedToday} AND row_origin = 'own' AND approved_alone IS NOT FALSE LIMIT $3`,
    ['deposit', lastPlace(nowMs), limit],
  )
  return rows.map(({ id }) => id)
}

/** How many deposits were approved today without a bank row. */
export async function countWithoutRowToday(db: Queryable, nowMs: number): Promise<number> {
  const sql = `SELECT count(*) AS count FROM request WHERE ${approvedToday} AND row_origin = 'none'`
  return (await db.query<{ count: number }>(sql, ['deposit', lastPlace(nowMs)])).rows[0]?.count ?? 0
}
