import { payOutWithdrawal, releaseWithdrawal } from '@kismet/contracts'
import type { Context } from '../context.ts'
import type { Owed } from '../db/promises.ts'
import { findWithdrawal, markSettled } from '../db/withdrawals.ts'
import { announceWithdrawal } from './announce.ts'

/**
 * Has the wallet book what the end of a request brings, then marks it: the money leaves, or returns. A request that was refused is released too: where no hold came
 * through that leaves a mark, after which none does. The wallet knows both by the request's id, so this may run again however far it came.
 * @throws Refusal `hold_differs` when the wallet has set aside another amount, or the error of the wallet or the database; then the request stays owed
 */
export async function settle(ctx: Context, id: string, requestId: string): Promise<void> {
  const withdrawal = await findWithdrawal(ctx.db, id)
  if (withdrawal === undefined || withdrawal.status === 'pending' || withdrawal.settledAtMs !== null) return
  const { playerId, amountPaise, status, refusedAtMs } = withdrawal
  const operation = status === 'approved' ? payOutWithdrawal : releaseWithdrawal
  try {
    const booked = await ctx.bus.call(operation, { withdrawalId: id, playerId, amountPaise }, { requestId })
    if (!(await markSettled(ctx.db, id, ctx.clock.now()))) return
    ctx.telemetry.settlement('booked')
    const { balancePaise: balance, balanceSeq } = booked
    if (refusedAtMs === null) await announceWithdrawal(ctx, id, requestId, { balance, balanceSeq })
  } catch (error) {
    ctx.telemetry.settlement('failed')
    throw error
  }
}

/** The same for the sweep. */
export function keepSettlement(ctx: Context, { id }: Owed): Promise<void> {
  return settle(ctx, id, `sweep-${id}`)
}
