import { depositUpdated, queueUpdated, readBalance, withdrawalUpdated } from '@kismet/contracts'
import type { PlayerBalance } from '@kismet/contracts'
import type { Context } from '../context.ts'
import { countWaiting, findRequest } from '../db/requests.ts'
import { amountsOf, statusView } from '../views.ts'

/** Sends signals. A failure is logged and not retried, because the next read of the page shows the truth. */
async function tell(ctx: Context, what: object, news: () => Promise<void>): Promise<void> {
  try {
    await news()
  } catch (error) {
    ctx.log.warn({ err: error, ...what }, 'signal not sent; the next read shows the change')
  }
}

/** Tells the player's sockets about a request. @param booked the balance after its booking; else the current balance */
export function announceRequest(ctx: Context, id: string, requestId: string, booked?: PlayerBalance): Promise<void> {
  return tell(ctx, { id, requestId }, async () => {
    const request = await findRequest(ctx.db, id)
    if (request === undefined) return
    const { playerId, adminReason } = request
    const { amount } = request.kind === 'deposit' ? amountsOf(request) : { amount: request.amountPaise }
    const { balance, balanceSeq } = booked ?? (await ctx.bus.call(readBalance, { playerId }, { requestId }))
    const status = statusView(request)
    const news = { to: playerId, _id: id, user: playerId, amount, status, balance, balanceSeq }
    if (request.kind === 'deposit') ctx.bus.signal(depositUpdated, [{ ...news, adminReason }])
    else ctx.bus.signal(withdrawalUpdated, [{ ...news, rejectionReason: adminReason }])
  })
}

/** Tells admins how many requests wait. */
export function announceQueue(ctx: Context): Promise<void> {
  return tell(ctx, {}, async () => ctx.bus.signal(queueUpdated, await countWaiting(ctx.db)))
}
