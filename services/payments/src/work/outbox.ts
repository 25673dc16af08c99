import {
  creditDeposit,
  mailNotice,
  mailOwners,
  noticeUsefulForMs,
  payOutWithdrawal,
  releaseWithdrawal,
} from '@kismet/contracts'
import { inTransaction } from '@kismet/service-kit/database'
import type { Context } from '../context.ts'
import { deleteNotice, takeDueNotices } from '../db/notices.ts'
import type { Notice } from '../db/notices.ts'
import { findRequest, markBooked, takeDueRequests } from '../db/requests.ts'
import { announceRequest, tellPlayer } from './announce.ts'
import { clearUpHold } from './request-withdrawal.ts'

const batch = 50

/** Sends what is due: commands to the wallet, for example after the deciding process crashed, and mails. */
export async function sendDue(ctx: Context): Promise<void> {
  const nowMs = ctx.clock.now()
  const requests = await takeDueRequests(ctx.db, nowMs, batch)
  const notices = await takeDueNotices(ctx.db, nowMs, batch)
  const attempt = (id: string, sent: Promise<void>) =>
    sent.catch((error: unknown) => ctx.log.error({ err: error, id }, 'command or mail not sent; retrying'))
  await Promise.all([
    ...requests.map((id) => attempt(id, settle(ctx, id, `outbox-${id}`))),
    ...notices.map((notice) => attempt(notice.id, mail(ctx, notice, `outbox-${notice.id}`))),
  ])
}

/** Sends the booking of a decision for its admin, who waits. @returns the error; the worker retries */
export function bookNow(ctx: Context, id: string, requestId: string): Promise<unknown> {
  return settle(ctx, id, requestId).catch((error: unknown) => {
    ctx.log.error({ err: error, id }, 'decision not booked yet; the outbox retries')
    return error
  })
}

/**
 * Asks the wallet for what a request lacks: its hold, or the booking of its end. The wallet credits an approved deposit,
 * pays a withdrawal out, or releases its hold. It knows each step by the id of the request, so a repeat at any point is
 * safe. A refused withdrawal is released too. The player is mailed once the money has moved.
 * @throws the error of the wallet; then the worker retries
 */
async function settle(ctx: Context, id: string, requestId: string): Promise<void> {
  const request = await findRequest(ctx.db, id)
  if (request?.status === 'asked' && request.kind === 'withdrawal') return clearUpHold(ctx, request, requestId)
  if (request === undefined || request.decidedAtMs === null || request.bookedAtMs !== null) return undefined
  const { kind, status, playerId, amountPaise } = request
  if (kind === 'deposit' && status !== 'approved') return undefined
  const withdrawal = { withdrawalId: id, playerId, amountPaise }
  const { balancePaise: balance, balanceSeq } =
    kind === 'deposit'
      ? await ctx.bus.call(creditDeposit, { depositId: id, playerId, amountPaise }, { requestId })
      : await ctx.bus.call(status === 'approved' ? payOutWithdrawal : releaseWithdrawal, withdrawal, { requestId })
  const isBooked = await inTransaction(ctx.db, async (transaction) => {
    const isNew = await markBooked(transaction, id, ctx.clock.now())
    if (isNew && status !== 'refused') await tellPlayer(transaction, ctx, request)
    return isNew
  })
  if (isBooked && status !== 'refused') await announceRequest(ctx, id, requestId, { balance, balanceSeq })
}

/** Asks auth, which has the texts, the addresses and the browsers, to send a notice. A notice that was not mailed for a day is given up. */
async function mail(ctx: Context, { id, body, createdAtMs }: Notice, requestId: string): Promise<void> {
  if (ctx.clock.now() >= createdAtMs + noticeUsefulForMs) {
    const notice = 'event' in body ? body.event : body.notice
    ctx.log.error({ event: 'notice.given-up', id, notice }, 'notice not mailed for a day; given up')
  } else if ('event' in body) await ctx.bus.call(mailOwners, { noticeId: id, ...body }, { requestId })
  else await ctx.bus.call(mailNotice, { noticeId: id, ...body }, { requestId })
  await deleteNotice(ctx.db, id)
}
