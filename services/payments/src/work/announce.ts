import { depositUpdated, queueUpdated, readBalance } from '@kismet/contracts'
import type { PlayerBalance } from '@kismet/contracts'
import type { Context } from '../context.ts'
import { countPending, findDeposit } from '../db/deposits.ts'

/**
 * Tells the player's sockets how a request was decided, with the balance in the wallet's own numbers: those of its credit, or else (a rejection books
 * nothing) the current ones. News are not owed to anybody: when something is in the way they are left out and logged, and the page reads the state the
 * next time it asks.
 */
export async function announceDecision(
  ctx: Context,
  depositId: string,
  requestId: string,
  credited?: PlayerBalance,
): Promise<void> {
  try {
    const deposit = await findDeposit(ctx.db, depositId)
    if (deposit === undefined) return
    const { id, playerId, amountPaise, status, adminReason } = deposit
    const stood = credited ?? (await ctx.bus.call(readBalance, { playerId }, { requestId }))
    const { balance, balanceSeq } = stood
    const news = { _id: id, user: playerId, amount: amountPaise, status, adminReason, balance, balanceSeq }
    ctx.bus.signal(depositUpdated, [{ to: playerId, ...news }])
  } catch (error) {
    ctx.log.warn({ err: error, depositId, requestId }, 'the player was not told of a decision')
  }
}

/** Tells admins how many requests wait. */
export async function announceQueue(ctx: Context): Promise<void> {
  try {
    ctx.bus.signal(queueUpdated, { deposits: await countPending(ctx.db), withdrawals: 0 })
  } catch (error) {
    ctx.log.warn({ err: error }, 'admins were not told of the queue')
  }
}
