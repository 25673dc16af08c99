import type { CallMeta } from '@kismet/service-kit/bus/envelope'
import { Id } from '@kismet/contracts'
import type { pairOutcomes, SecondAdminReason } from '@kismet/contracts'
import { inTransaction } from '@kismet/service-kit/database'
import { isRefusal, Refusal } from '@kismet/service-kit/refusal'
import type { Admin } from '@kismet/service-kit/tokens'
import type { Context } from '../context.ts'
import { findPaidFor, lockApprovedWithoutRow, takeRow } from '../db/bank-rows.ts'
import { decideRequest } from './decide-request.ts'
import type { Pair } from './take-bank-row.ts'

export interface PairOrder extends Pair {
  readonly admin: Admin
  readonly meta: CallMeta
}

export interface PairResult {
  readonly outcome: (typeof pairOutcomes)[number]
  readonly message: string | null
  readonly secondAdminReasons?: SecondAdminReason[]
  /** Auth did not answer before a second approval. */
  readonly isAuthSilent?: boolean
}

/**
 * Approves the request of a pair as a single approval does, with all its guards, if the pair is still what it was shown as; which row has paid for it is noted in the same transaction. Of a request
 * that was approved without a row that alone is done. Never throws: asking again after any end is safe, and finds what was done before.
 */
export async function approvePair(ctx: Context, order: PairOrder): Promise<PairResult> {
  const { rowId, depositId, match, admin, meta } = order
  if (!Id.safeParse(rowId).success || !Id.safeParse(depositId).success) return skipped(new Refusal('bank_row_changed'))
  try {
    if (match !== 'exact' && (await notePayment(ctx, order))) return { outcome: 'approved', message: null }
    const { pendingSecondApproval, secondAdminReasons, isBooked } = await decideRequest(ctx, {
      ...({ kind: 'deposit', id: depositId, status: 'approved', admin, meta } as const),
      shown: order,
    })
    if (pendingSecondApproval) return { outcome: 'first', message: null, secondAdminReasons: [...secondAdminReasons] }
    return { outcome: isBooked ? 'approved' : 'unbooked', message: null }
  } catch (error) {
    return resultOf(ctx, order, error)
  }
}

const skipped = ({ message }: Error): PairResult => ({ outcome: 'skipped', message })

async function resultOf(ctx: Context, { rowId, depositId }: PairOrder, error: unknown): Promise<PairResult> {
  if (isRefusal(error, 'already_decided')) {
    // By an earlier sending of the same order, perhaps.
    const paidFor = await findPaidFor(ctx.db, rowId).catch(() => null)
    return paidFor === depositId ? { outcome: 'approved', message: null } : skipped(error)
  }
  // The check of the first admin throws it before the approval is written.
  if (isRefusal(error, 'unavailable')) return { ...skipped(error), isAuthSilent: true }
  if (isRefusal(error) && error.status < 500) return skipped(error)
  ctx.log.error({ err: error, depositId, rowId }, 'it is not known whether a deposit was approved')
  return { outcome: 'unknown', message: null }
}

/**
 * Notes that a row has paid for a request that was approved without a row. No money is credited.
 * @returns false when the request is not approved or already has its row
 * @throws Refusal `bank_row_changed` when the row cannot pay for the request
 */
function notePayment({ db, audit }: Context, { rowId, depositId, admin, meta }: PairOrder): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const amountPaise = await lockApprovedWithoutRow(transaction, depositId)
    if (amountPaise === undefined) return false
    if (!(await takeRow(transaction, rowId, depositId, false))) throw new Refusal('bank_row_changed')
    const detail = { depositId, amountPaise }
    await audit.append(transaction, { admin, action: 'bank-match.note', target: rowId, detail, meta })
    return true
  })
}
