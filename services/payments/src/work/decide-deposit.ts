import { readDecidedDeposits } from '@kismet/contracts'
import type { Queryable } from '@kismet/service-kit/database'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Admin } from '@kismet/service-kit/tokens'
import type { Context } from '../context.ts'
import { lockFirstRow, markPaidFor } from '../db/bank-rows.ts'
import { findDeposit } from '../db/deposits.ts'
import type { StoredDeposit } from '../db/deposits.ts'
import { promised } from '../db/promises.ts'
import { announceDeposit, announceQueue } from './announce.ts'
import { bookCredit } from './book-credit.ts'
import { decideRequest } from './decide-request.ts'
import type { Decided, DecisionOrder } from './decide-request.ts'
import { keepNow } from './keep-promises.ts'
import { requireNoNearRow } from './pay-once.ts'

export interface DepositVerdict extends Pick<
  DecisionOrder<StoredDeposit>,
  'id' | 'status' | 'reason' | 'meta' | 'guard'
> {
  readonly admin: Admin
  /** What its audit row says beside. */
  readonly detail?: Readonly<Record<string, string>>
}

const rowIsUsed = 'The bank row by which this was first approved has paid for another request. Please reject it.'

/**
 * What the bank has of a deposit pays for it alone, at whatever desk it is approved: a row by which the first of two admins has approved it is used up by the second.
 * @throws Refusal `already_decided` when that row has paid for another, `bank_row_near`, `bank_row_used`
 */
async function payOnce(transaction: Queryable, depositId: string, isFirst: boolean): Promise<void> {
  const row = isFirst ? undefined : await lockFirstRow(transaction, depositId)
  if (row === undefined) return requireNoNearRow(transaction, depositId)
  if (row.paidFor !== null) throw new Refusal('already_decided', rowIsUsed)
  await markPaidFor(transaction, row.id, depositId)
}

/**
 * Decides a deposit, has the wallet book its credit, and tells those who wait for it. `isBooked` is false where the wallet could not be asked now: the credit follows by itself.
 * @throws Refusal as `decideRequest` does, and whatever `guard` throws
 */
export async function decideDepositNow(
  ctx: Context,
  { detail = {}, ...verdict }: DepositVerdict,
): Promise<Decided<StoredDeposit> & { readonly isBooked: boolean }> {
  const { id, status, meta } = verdict
  const decided = await decideRequest(ctx, {
    ...verdict,
    kind: 'deposit',
    find: findDeposit,
    guard:
      verdict.guard ??
      ((transaction, isFirst) => (status === 'rejected' ? Promise.resolve() : payOnce(transaction, id, isFirst))),
    detailOf: ({ method, utr }) => ({ method, utr, ...detail }),
  })
  if (decided.pendingSecondApproval) return { ...decided, isBooked: false }
  ctx.telemetry.request(status)
  ctx.bus.signal(readDecidedDeposits.wake, {})
  await announceQueue(ctx)
  if (status === 'approved')
    return { ...decided, isBooked: await keepNow(ctx, promised.credit, id, bookCredit(ctx, id, meta.requestId)) }
  await announceDeposit(ctx, id, meta.requestId)
  return { ...decided, isBooked: true }
}
