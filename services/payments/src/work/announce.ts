import { depositUpdated, queueUpdated, readBalance, withdrawalUpdated } from '@kismet/contracts'
import type { MoneyNotice, PlayerBalance } from '@kismet/contracts'
import { isoTime } from '@kismet/service-kit/clock'
import type { Queryable } from '@kismet/service-kit/database'
import type { Context } from '../context.ts'
import { insertNotice } from '../db/notices.ts'
import { countWaiting, findRequest } from '../db/requests.ts'
import type { StoredRequest } from '../db/requests.ts'
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

/** What the state of a request means to the player. */
function noticeOf(
  request: StoredRequest,
): Omit<MoneyNotice, 'playerId' | 'amountPaise' | 'at' | 'request' | 'requestedAt'> {
  const { status } = request
  const reason = status === 'approved' ? undefined : (request.adminReason ?? undefined)
  if (request.kind === 'deposit') {
    const { method, utr, betterProof } = request
    if (status === 'pending')
      return {
        notice: 'better_proof_asked',
        method,
        utr,
        proofReason: betterProof?.reason,
        reason: betterProof?.note ?? undefined,
      }
    if (status !== 'approved') return { notice: 'deposit_rejected', method, utr, reason }
    return { notice: 'deposit_approved', method, utr, askedPaise: request.askedPaise ?? undefined }
  }
  const lastDigits = request.account.accountNumber.slice(-4)
  if (status === 'pending') return { notice: 'withdrawal_requested', lastDigits }
  if (status !== 'approved') return { notice: 'withdrawal_rejected', lastDigits, reason }
  return { notice: 'withdrawal_paid', lastDigits, reference: request.paidReference ?? undefined }
}

/**
 * Writes the notice about a decision, a better proof or a requested withdrawal, in the transaction that marks it. A decision that
 * books money is marked with its booking.
 */
export async function tellPlayer(
  transaction: Queryable,
  { clock, randomness }: Pick<Context, 'clock' | 'randomness'>,
  request: StoredRequest,
): Promise<void> {
  const createdAtMs = clock.now()
  const { id, playerId, amountPaise, decidedAtMs } = request
  const times = { at: isoTime(decidedAtMs ?? createdAtMs), requestedAt: isoTime(request.createdAtMs) }
  const body = { playerId, amountPaise, request: id, ...times, ...noticeOf(request) }
  await insertNotice(transaction, { id: randomness.id(createdAtMs), createdAtMs, body })
}
