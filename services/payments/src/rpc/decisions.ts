import { approveWithdrawal, decideDeposit, rejectWithdrawal } from '@kismet/contracts'
import { handle } from '@kismet/service-kit/handle'
import type { CallOf, Handler } from '@kismet/service-kit/handle'
import { isRefusal, Refusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import { promised } from '../db/promises.ts'
import { findWithdrawal } from '../db/withdrawals.ts'
import { adminDepositView, adminWithdrawalView } from '../views.ts'
import { announceQueue, announceWithdrawal } from '../work/announce.ts'
import { decideDepositNow } from '../work/decide-deposit.ts'
import { decideRequest } from '../work/decide-request.ts'
import { keepNow } from '../work/keep-promises.ts'
import { settle } from '../work/settle-withdrawal.ts'

const pendingSecondApproval = true as const

async function decideWithdrawal(
  ctx: Context,
  { admin, input, meta }: CallOf<typeof rejectWithdrawal>,
  status: 'approved' | 'rejected',
) {
  const { id, reason } = input
  const { requestId } = meta
  const order = { kind: 'withdrawal', id, status, reason, admin, meta, find: findWithdrawal } as const
  const detailOf = ({ accountNumber, accountIfsc }: NonNullable<Awaited<ReturnType<typeof findWithdrawal>>>) => ({
    accountNumber,
    accountIfsc,
  })
  const decided = await decideRequest(ctx, { ...order, detailOf })
  if (decided.pendingSecondApproval)
    return { withdrawal: await adminWithdrawalView(ctx, decided.row, admin), pendingSecondApproval }
  ctx.telemetry.withdrawal(status)
  await announceQueue(ctx)
  const what = status === 'approved' ? 'approved. Its payment' : 'rejected. The return of its money'
  const settled = settle(ctx, id, requestId)
  if (!(await keepNow(ctx, promised.settlement, id, settled))) {
    // The decision stands, and its player hears of it.
    await announceWithdrawal(ctx, id, requestId)
    await settled.catch((error: unknown) => {
      if (isRefusal(error, 'hold_differs')) throw error
    })
    throw new Refusal('unavailable', `The withdrawal is ${what} could not be booked yet and follows by itself.`)
  }
  return { withdrawal: await adminWithdrawalView(ctx, (await findWithdrawal(ctx.db, id)) ?? decided.row, admin) }
}

/** What admins decide. The answer comes when the wallet has booked what a decision brings; when it cannot, 503, and the sweep keeps the promise. An amount that the wallet does not hold is told at once: a person is about to pay it. */
export const decisions: readonly Handler<Context>[] = [
  handle(decideDeposit, async (ctx: Context, { admin, input, meta }) => {
    const { id, status, adminReason: reason } = input
    const decided = await decideDepositNow(ctx, { id, status, reason, admin, meta })
    if (decided.pendingSecondApproval)
      return { deposit: await adminDepositView(ctx, decided.row), pendingSecondApproval }
    if (!decided.isBooked)
      throw new Refusal(
        'unavailable',
        'The deposit is approved. Its credit could not be booked yet and follows by itself.',
      )
    return { deposit: await adminDepositView(ctx, decided.row) }
  }),
  handle(approveWithdrawal, (ctx: Context, call) => decideWithdrawal(ctx, call, 'approved')),
  handle(rejectWithdrawal, (ctx: Context, call) => decideWithdrawal(ctx, call, 'rejected')),
]
