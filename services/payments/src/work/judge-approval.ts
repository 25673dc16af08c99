import type { SecondAdminReason } from '@kismet/contracts'
import { takeTurn } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Admin } from '@kismet/service-kit/tokens'
import { checkTwoPeople } from '@kismet/service-kit/two-admins'
import type { Context } from '../context.ts'
import { noApprovals, readApprovedToday } from '../db/approved-today.ts'
import { originOfRow } from '../db/bank-rows.ts'
import type { StoredRequest, StoredWithdrawal } from '../db/requests.ts'
import { readSettings } from '../db/settings.ts'
import { approvalStep, choicesOf, isOwnRequest, rulesOf, secondAdminReasons } from '../domain/decision.ts'
import type { RowOrigin } from '../domain/decision.ts'

export interface Approval {
  readonly step: 'alone' | 'first' | 'second'
  /** Why it takes two admins, as far as this admin is concerned. */
  readonly reasons: readonly SecondAdminReason[]
  /** Null for a withdrawal. */
  readonly rowOrigin: RowOrigin | null
}

/**
 * The id of an earlier first approver who is another person than the admin, or null. Asked outside of the transaction.
 * @throws Refusal `unavailable` when auth does not answer
 */
export async function findOtherFirst(
  ctx: Pick<Context, 'bus'>,
  { status, firstApprovedBy }: StoredRequest,
  admin: Admin,
  requestId: string,
): Promise<string | null> {
  if (status !== 'pending' || firstApprovedBy === null || firstApprovedBy === admin.id) return null
  return (await checkTwoPeople(ctx.bus, [firstApprovedBy, admin.id], requestId)) ? firstApprovedBy : null
}

/**
 * Why an approval by this admin takes a second admin at this moment.
 * @param rowId the bank row of a deposit
 * @param lock with `FOR UPDATE`, approvals that count against the same sums wait for each other
 */
export async function readReasons(
  { clock, mode }: Pick<Context, 'clock' | 'mode'>,
  db: Queryable,
  { id, kind, amountPaise, playerId }: StoredRequest,
  adminId: string,
  rowId: string | null,
  lock: '' | 'FOR UPDATE' = '',
): Promise<Pick<Approval, 'reasons' | 'rowOrigin'>> {
  const { approvals, secondAbovePaise } = await readSettings(db)
  const rules = rulesOf(kind, choicesOf(approvals, mode), secondAbovePaise)
  const rowOrigin = kind === 'withdrawal' ? null : rowId === null ? 'none' : await originOfRow(db, rowId, adminId)
  if (lock !== '') {
    // In this order, so that two approvals never wait for each other.
    if (rules.adminPaise !== null || rules.ownStatementPaise !== null) await takeTurn(db, `approvals by ${adminId}`)
    if (rules.playerPaise !== null) await takeTurn(db, `approvals for ${playerId}`)
  }
  const today = await readApprovedToday(db, { id, kind, playerId, adminId }, clock.now())
  return { rowOrigin, reasons: secondAdminReasons({ amountPaise, rowOrigin, today }, rules) }
}

/** The ids of pending withdrawals whose next approval by this admin is the first of two. */
export async function awaitingFirst(
  { db, clock, mode }: Pick<Context, 'db' | 'clock' | 'mode'>,
  withdrawals: readonly StoredWithdrawal[],
  adminId: string,
): Promise<ReadonlySet<string>> {
  const { approvals, secondAbovePaise } = await readSettings(db)
  const rules = rulesOf('withdrawal', choicesOf(approvals, mode), secondAbovePaise)
  const isDaily = rules.adminPaise !== null || rules.playerPaise !== null
  const found = new Set<string>()
  for (const one of withdrawals) {
    if (one.status !== 'pending' || one.firstApprovedBy !== null) continue
    const today = isDaily ? await readApprovedToday(db, { ...one, adminId }, clock.now()) : noApprovals
    if (secondAdminReasons({ amountPaise: one.amountPaise, rowOrigin: null, today }, rules).length > 0)
      found.add(one.id)
  }
  return found
}

/**
 * Judges the approval of a locked request.
 * @param otherFirst the answer of `findOtherFirst`
 * @throws Refusal `own_request`; `second_admin_needed` for a repeated first approval
 */
export async function judgeApproval(
  ctx: Context,
  transaction: Queryable,
  asked: StoredRequest,
  admin: Admin,
  rowId: string | null,
  otherFirst: string | null,
): Promise<Approval> {
  if (isOwnRequest(asked, admin)) throw new Refusal('own_request')
  const found = await readReasons(ctx, transaction, asked, admin.id, rowId, 'FOR UPDATE')
  // A first approval that came after the question to auth was not checked, so it does not count.
  const firstCounts = otherFirst !== null && otherFirst === asked.firstApprovedBy
  const step = approvalStep(found.reasons, asked.firstApprovedBy, admin.id, firstCounts)
  if (step === 'again') throw new Refusal('second_admin_needed')
  return { step, ...found }
}
