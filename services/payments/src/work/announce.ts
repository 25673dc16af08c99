import { depositUpdated, queueUpdated, readBalance, withdrawalUpdated } from '@kismet/contracts'
import type { PlayerBalance } from '@kismet/contracts'
import type { Context } from '../context.ts'
import { countWaiting } from '../db/decisions.ts'
import { findDeposit } from '../db/deposits.ts'
import { findWithdrawal } from '../db/withdrawals.ts'

/** Sends signals. A failure is logged and not retried, because the next read of the page shows the truth. */
async function tell(ctx: Context, what: object, news: () => Promise<void>): Promise<void> {
  try {
    await news()
  } catch (error) {
    ctx.log.warn({ err: error, ...what }, 'signal not sent; the next read shows the change')
  }
}

/** The balance in the wallet's own numbers: those of what was booked, or else the current ones. */
async function standing(ctx: Context, playerId: string, requestId: string, booked?: PlayerBalance) {
  const { balance, balanceSeq } = booked ?? (await ctx.bus.call(readBalance, { playerId }, { requestId }))
  return { balance, balanceSeq }
}

/** Tells the player's sockets how a deposit was decided. */
export function announceDeposit(ctx: Context, id: string, requestId: string, booked?: PlayerBalance): Promise<void> {
  return tell(ctx, { depositId: id, requestId }, async () => {
    const deposit = await findDeposit(ctx.db, id)
    if (deposit === undefined) return
    const { playerId, amountPaise, status, adminReason } = deposit
    const news = { _id: id, user: playerId, amount: amountPaise, status, adminReason }
    ctx.bus.signal(depositUpdated, [{ to: playerId, ...news, ...(await standing(ctx, playerId, requestId, booked)) }])
  })
}

/** Tells the player's sockets how a withdrawal stands now. */
export function announceWithdrawal(ctx: Context, id: string, requestId: string, booked?: PlayerBalance): Promise<void> {
  return tell(ctx, { withdrawalId: id, requestId }, async () => {
    const withdrawal = await findWithdrawal(ctx.db, id)
    if (withdrawal === undefined) return
    const { playerId, amountPaise, status, adminReason } = withdrawal
    const news = { _id: id, user: playerId, amount: amountPaise, status, rejectionReason: adminReason }
    ctx.bus.signal(withdrawalUpdated, [
      { to: playerId, ...news, ...(await standing(ctx, playerId, requestId, booked)) },
    ])
  })
}

/** Tells admins how many requests wait. */
export function announceQueue(ctx: Context): Promise<void> {
  return tell(ctx, {}, async () => ctx.bus.signal(queueUpdated, await countWaiting(ctx.db)))
}
