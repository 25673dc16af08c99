import { approveWithdrawal, decideDeposit, rejectWithdrawal } from '@kismet/contracts'
import { handle } from '@kismet/service-kit/handle'
import type { CallOf, Handler } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import { adminDepositViews, adminWithdrawalViews } from '../views.ts'
import { decideRequest } from '../work/decide-request.ts'
import type { Decided } from '../work/decide-request.ts'
import { first } from './reads.ts'

/** @throws Refusal `unavailable` for a decision that the wallet has not booked yet. @returns what the answer says beside the request */
function requireBooked(
  { pendingSecondApproval, secondAdminReasons, isBooked }: Omit<Decided<never>, 'request'>,
  what: string,
) {
  if (pendingSecondApproval) return { pendingSecondApproval, secondAdminReasons: [...secondAdminReasons] }
  if (isBooked) return {}
  throw new Refusal('unavailable', `The ${what} could not be booked yet and follows by itself.`)
}

async function decideWithdrawal(
  ctx: Context,
  { admin, input, meta }: CallOf<typeof approveWithdrawal> | CallOf<typeof rejectWithdrawal>,
  status: 'approved' | 'rejected',
) {
  const { id } = input
  const reason = 'reason' in input ? input.reason : undefined
  const reference = 'paidReference' in input ? input.paidReference : undefined
  const order = { kind: 'withdrawal', id, status, reason, admin, meta } as const
  const { request, ...decided } = await decideRequest(ctx, {
    ...order,
    ...(reference !== undefined && { paid: { reference } }),
  })
  const what = status === 'approved' ? 'approved. Its payment' : 'rejected. The return of its money'
  const outcome = requireBooked(decided, `withdrawal is ${what}`)
  return { withdrawal: first(await adminWithdrawalViews(ctx, [request], admin)), ...outcome }
}

/** Decisions of admins. The answer comes after the booking in the wallet. */
export const decisions: readonly Handler<Context>[] = [
  handle(decideDeposit, async (ctx: Context, { admin, input, meta }) => {
    const { id, status, adminReason: reason } = input
    const { request, ...decided } = await decideRequest(ctx, { kind: 'deposit', id, status, reason, admin, meta })
    const outcome = requireBooked(decided, 'deposit is approved. Its credit')
    return { deposit: first(await adminDepositViews(ctx, [request])), ...outcome }
  }),
  handle(approveWithdrawal, (ctx: Context, call) => decideWithdrawal(ctx, call, 'approved')),
  handle(rejectWithdrawal, (ctx: Context, call) => decideWithdrawal(ctx, call, 'rejected')),
]
