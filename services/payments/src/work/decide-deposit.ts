import type { Admin } from '@kismet/service-kit/tokens'
import type { Context } from '../context.ts'
import { freeRow } from '../db/bank-rows.ts'
import { findDeposit } from '../db/deposits.ts'
import type { StoredDeposit } from '../db/deposits.ts'
import { promised } from '../db/promises.ts'
import { announceDeposit, announceQueue } from './announce.ts'
import { bookCredit } from './book-credit.ts'
import { decideRequest } from './decide-request.ts'
import type { Decided, DecisionOrder } from './decide-request.ts'
import { keepNow } from './keep-promises.ts'
import { takeBankRow } from './take-bank-row.ts'
import type { Pair } from './take-bank-row.ts'

export interface DepositVerdict extends Pick<DecisionOrder<StoredDeposit>, 'id' | 'status' | 'reason' | 'meta'> {
  readonly admin: Admin
  /** The bank's row that it is approved by. */
  readonly shown?: Pair
}

/**
 * Decides a deposit, has the wallet book its credit, and tells those who wait for it. `isBooked` is false where the wallet could not be asked now: the credit follows by itself.
 * @throws Refusal as `decideRequest` and `takeBankRow` do
 */
export async function decideDepositNow(
  ctx: Context,
  { shown, ...verdict }: DepositVerdict,
): Promise<Decided<StoredDeposit> & { readonly isBooked: boolean }> {
  const { id, status, meta } = verdict
  const decided = await decideRequest(ctx, {
    ...verdict,
    kind: 'deposit',
    find: findDeposit,
    guard: async (transaction) => {
      await (status === 'approved' ? takeBankRow(transaction, id, shown) : freeRow(transaction, id))
    },
    detailOf: ({ method, utr }) => ({ method, utr, ...(shown && { bankRow: shown.rowId, match: shown.match }) }),
  })
  if (decided.pendingSecondApproval) return { ...decided, isBooked: false }
  ctx.telemetry.request(status)
  await announceQueue(ctx)
  if (status === 'approved')
    return { ...decided, isBooked: await keepNow(ctx, promised.credit, id, bookCredit(ctx, id, meta.requestId)) }
  await announceDeposit(ctx, id, meta.requestId)
  return { ...decided, isBooked: true }
}
