import { dayOf, startOfDay } from '@kismet/contracts'
import type { RequestKind } from '@kismet/contracts'
import type { Queryable } from '@kismet/service-kit/database'
import type { ApprovalFacts } from '../domain/decision.ts'

interface Approvers {
  readonly adminId: string
  /** The accounts whose approvals by own statements count together: the admin, and those that may be the same person. */
  readonly accountIds: readonly string[]
}

/** The place of a decided request falls with the time of the decision (0001, queue_place). */
const decidedPlace = 1e14

/** SQL: an index of the queue finds the requests of a kind that were approved on a day. Later states of approved requests count too. */
const approvedToday = `kind = $1 AND queue_place BETWEEN ${decidedPlace / 2} AND $2 AND status NOT IN ('asked', 'pending', 'rejected', 'refused')`
const lastPlace = (nowMs: number): number => decidedPlace - startOfDay(dayOf(nowMs))

export const noApprovals: ApprovalFacts['today'] = { adminPaise: 0, ownStatementPaise: 0, playerPaise: 0 }

/**
 * Sums what was approved since the day of Asia/Kolkata began, for the judgement of pending requests of a kind. Other
 * withdrawals that are being paid count too, because the money may have left. A request of the previous release counts as
 * approved alone.
 * @returns the sums by request
 */
export async function readApprovedToday(
  db: Queryable,
  kind: RequestKind,
  ids: readonly string[],
  { adminId, accountIds }: Approvers,
  nowMs: number,
): Promise<ReadonlyMap<string, ApprovalFacts['today']>> {
  if (ids.length === 0) return new Map()
  const alone = `CASE r.status WHEN 'pending' THEN r.pay_by = $3 AND r.first_approved_by IS NULL
    ELSE r.decided_by = $3 AND r.approved_alone IS NOT FALSE END`
  const { rows } = await db.query<ApprovalFacts['today'] & { id: string }>(
    `SELECT own.id, coalesce(sum(r.amount_paise) FILTER (WHERE ${alone}), 0)::bigint AS "adminPaise",
       coalesce(sum(r.amount_paise) FILTER (WHERE r.decided_by = ANY ($4) AND r.approved_alone IS NOT FALSE AND r.row_origin = 'own'), 0)::bigint AS "ownStatementPaise",
       coalesce(sum(r.amount_paise) FILTER (WHERE r.player_id = own.player_id), 0)::bigint AS "playerPaise"
     FROM request AS own
       LEFT JOIN (SELECT * FROM request WHERE ${approvedToday} OR kind = $1 AND status = 'pending' AND pay_by IS NOT NULL) AS r ON r.id <> own.id
     WHERE own.id = ANY ($5::uuid[]) GROUP BY own.id`,
    [kind, lastPlace(nowMs), adminId, accountIds, ids],
  )
  return new Map(rows.map(({ id, ...today }) => [id, today]))
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
