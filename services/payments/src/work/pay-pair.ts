import type { payoutOutcomes } from '@kismet/contracts'
import type { CallMeta } from '@kismet/service-kit/bus/envelope'
import { inTransaction } from '@kismet/service-kit/database'
import { isRefusal, Refusal } from '@kismet/service-kit/refusal'
import type { Admin } from '@kismet/service-kit/tokens'
import type { Context } from '../context.ts'
import { linkDebit, lockDebit, lockPaidWithoutDebit, namesOther } from '../db/bank-debits.ts'
import { decideRequest } from './decide-request.ts'

export interface PayPair {
  readonly rowId: string
  readonly withdrawalId: string
  readonly match: 'exact' | 'near'
  readonly admin: Admin
  readonly meta: CallMeta
}

interface PayResult {
  readonly outcome: (typeof payoutOutcomes)[number]
  readonly message: string | null
}

/**
 * Marks the withdrawal of a pair as paid by its debit, with the guards of a single approval. A withdrawal that was paid
 * before gets its debit. Never throws: a repeat is safe.
 */
export async function payPair(ctx: Context, pair: PayPair): Promise<PayResult> {
  const { rowId, withdrawalId: id, match, admin, meta } = pair
  try {
    if (await noteDebit(ctx, pair)) return { outcome: 'linked', message: null }
    const paid = { rowId, match }
    const order = { kind: 'withdrawal', id, status: 'approved', admin, meta, paid } as const
    const { pendingSecondApproval, isBooked } = await decideRequest(ctx, order)
    if (pendingSecondApproval) return { outcome: 'first', message: null }
    return { outcome: isBooked ? 'paid' : 'unbooked', message: null }
  } catch (error) {
    if (isRefusal(error) && error.status < 500) return { outcome: 'skipped', message: error.message }
    ctx.log.error({ err: error, withdrawalId: id, rowId }, 'unknown outcome of a payout that is marked as paid')
    return { outcome: 'unknown', message: null }
  }
}

/** Notes the debit of a withdrawal that was paid before. @throws Refusal `bank_row_changed` when the debit cannot be its payment */
function noteDebit({ db, audit }: Context, { rowId, withdrawalId, admin, meta }: PayPair): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const amountPaise = await lockPaidWithoutDebit(transaction, withdrawalId)
    if (amountPaise === undefined) return false
    const debit = await lockDebit(transaction, rowId, amountPaise)
    if (debit === undefined || (await namesOther(transaction, debit, withdrawalId)))
      throw new Refusal('bank_row_changed')
    if (!(await linkDebit(transaction, withdrawalId, rowId))) throw new Refusal('bank_row_changed')
    const detail = { withdrawalId, amountPaise }
    await audit.append(transaction, { admin, action: 'bank-payout.note', target: rowId, detail, meta })
    return true
  })
}
