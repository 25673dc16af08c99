import { limits } from '@kismet/contracts'
import type { CallMeta } from '@kismet/service-kit/bus/envelope'
import { inTransaction } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Admin } from '@kismet/service-kit/tokens'
import type { By, Context } from '../context.ts'
import { changeRequest, requireRequest } from '../db/requests.ts'
import type { Changes, StoredRequest, StoredWithdrawal } from '../db/requests.ts'
import { readSettings } from '../db/settings.ts'
import { standingOf } from '../domain/payout.ts'
import { announceQueue, announceRequest } from './announce.ts'
import { requireUndecided } from './decide-request.ts'
import { requireAllowedByPayout } from './end-payout.ts'
import { findOtherFirst, judgeApproval } from './judge-approval.ts'

export interface PayoutOrder extends By {
  readonly input: { readonly id: string }
}

const minuteMs = 60_000

/** The end of a payout that starts or is renewed now. */
async function leaseEnd(transaction: Queryable, nowMs: number): Promise<Date> {
  const { payoutLeaseMinutes } = await readSettings(transaction)
  return new Date(nowMs + (payoutLeaseMinutes ?? limits.payout.leaseMinutes) * minuteMs)
}

/** Renews the own payout of a locked request while its page is open. A payment file does not expire. */
export async function renewPayout(
  transaction: Queryable,
  request: StoredRequest,
  admin: Admin,
  nowMs: number,
): Promise<void> {
  if (request.kind !== 'withdrawal' || standingOf(request, admin.id, nowMs) !== 'own') return
  await changeRequest(transaction, request.id, 'pending', { pay_until: await leaseEnd(transaction, nowMs) })
}

/**
 * Requires that the approval by this admin, which follows the payment, decides.
 * @throws Refusal `own_request`, `second_admin_needed`, `first_approval_needed`
 */
export async function requireMayPay(
  ctx: Context,
  transaction: Queryable,
  asked: StoredWithdrawal,
  admin: Admin,
  otherFirst: string | null,
): Promise<void> {
  const { step } = await judgeApproval(ctx, transaction, asked, admin, null, otherFirst)
  if (step === 'first') throw new Refusal('first_approval_needed')
}

/**
 * Starts a payout of a withdrawal, or renews the own payout. The first of two approvals must be given before.
 * @throws Refusal `not_found`, `already_decided`, `own_request`, `second_admin_needed`, `first_approval_needed`,
 *   `being_paid`, `payout_expired`; `unavailable` when auth does not answer about the first admin
 */
export async function startPayout(ctx: Context, order: PayoutOrder): Promise<StoredWithdrawal> {
  const { admin, meta } = order
  const { id } = order.input
  const otherFirst = await findOtherFirst(ctx, await requireRequest(ctx.db, id, ['withdrawal']), admin, meta.requestId)
  const paid = await inTransaction(ctx.db, async (transaction) => {
    const asked = await requireRequest(transaction, id, ['withdrawal'], 'FOR UPDATE')
    requireUndecided(asked)
    await requireMayPay(ctx, transaction, asked, admin, otherFirst)
    const nowMs = ctx.clock.now()
    requireAllowedByPayout('pay', asked, admin, nowMs)
    const until = { pay_until: await leaseEnd(transaction, nowMs) }
    if (standingOf(asked, admin.id, nowMs) === 'own') return changeLocked(transaction, asked, until)
    const { accountNumber, ifsc: accountIfsc } = asked.account
    const account = { accountEnd: accountNumber.slice(-4), accountIfsc }
    const detail = { playerId: asked.playerId, amountPaise: asked.amountPaise, ...account }
    await ctx.audit.append(transaction, { admin, action: 'withdrawal.pay', target: asked.id, detail, meta })
    const by = { pay_by: admin.id, pay_by_name: admin.username, pay_since: new Date(nowMs) }
    return changeLocked(transaction, asked, { ...by, ...until })
  })
  await tell(ctx, [paid.id], meta)
  return paid
}

/**
 * Ends a payout without a payment. Without a payout, the withdrawal stays as it is.
 * @throws Refusal `not_found`, `already_decided`, `being_paid`
 */
export async function releasePayout(ctx: Context, { admin, input, meta }: PayoutOrder): Promise<StoredWithdrawal> {
  const released = await inTransaction(ctx.db, async (transaction) => {
    const asked = await requireRequest(transaction, input.id, ['withdrawal'], 'FOR UPDATE')
    requireUndecided(asked)
    return releaseLocked(ctx, transaction, asked, { admin, meta })
  })
  await tell(ctx, [released.id], meta)
  return released
}

/** Ends the payout of a locked pending withdrawal, with an audit row. @throws Refusal `being_paid` */
export async function releaseLocked(
  ctx: Context,
  transaction: Queryable,
  asked: StoredWithdrawal,
  { admin, meta }: By,
): Promise<StoredWithdrawal> {
  requireAllowedByPayout('release', asked, admin, ctx.clock.now())
  if (asked.payBy === null) return asked
  const detail = { before: asked.payByName, file: asked.payoutFileId }
  await ctx.audit.append(transaction, { admin, action: 'withdrawal.release-payout', target: asked.id, detail, meta })
  const by = { pay_by: null, pay_by_name: null, pay_since: null }
  return changeLocked(transaction, asked, { ...by, pay_until: null, payout_file_id: null })
}

async function changeLocked(transaction: Queryable, { id }: StoredWithdrawal, to: Changes): Promise<StoredWithdrawal> {
  const changed = await changeRequest(transaction, id, 'pending', to)
  if (changed?.kind !== 'withdrawal') throw new Error('A request has changed under a lock')
  return changed
}

/** Tells admins and players that payouts have started or ended. */
export async function tell(ctx: Context, ids: readonly string[], { requestId }: CallMeta): Promise<void> {
  await Promise.all([announceQueue(ctx), ...ids.map((id) => announceRequest(ctx, id, requestId))])
}
