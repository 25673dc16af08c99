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

export interface DepositVerdict extends Pick<
  DecisionOrder<StoredDeposit>,
  'id' | 'status' | 'reason' | 'meta' | 'guard'
> {
  readonly admin: Admin
  /** What its audit row says beside. */
  readonly detail?: Readonly<Record<string, string>>
}

const rowIsUsed = 'The bank row by which this was first approved has paid for another request. Please reject it.'

/** A deposit that the first of two admins has approved by a row of the bank uses that row up, at whatever desk the second one is. @throws Refusal `already_decided` when it has paid for another */
async function useFirstRow(transaction: Queryable, depositId: string): Promise<void> {
  const row = await lockFirstRow(transaction, depositId)
  if (row === undefined) return
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
      ((transaction, isFirst) => (isFirst || status === 'rejected' ? Promise.resolve() : useFirstRow(transaction, id))),
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
