import { creditDeposit, mailNotice, noticeUsefulForMs, payOutWithdrawal, releaseWithdrawal } from '@kismet/contracts'
import type { Context } from '../context.ts'
import { deleteEntry, takeDue } from '../db/outbox.ts'
import type { OutboxEntry } from '../db/outbox.ts'
import { findRequest, markBooked } from '../db/requests.ts'
import { announceRequest } from './announce.ts'
import { clearUpHold } from './hold-withdrawal.ts'

const batch = 50

/** Sends the entries of the outbox that are due, for example after the deciding process crashed. */
export async function sendDue(ctx: Context): Promise<void> {
  const due = await takeDue(ctx.db, ctx.clock.now(), batch)
  await Promise.all(
    due.map((entry) =>
      send(ctx, entry, `outbox-${entry.id}`).catch((error: unknown) =>
        ctx.log.error({ err: error, kind: entry.kind, id: entry.id }, 'outbox entry failed; retrying'),
      ),
    ),
  )
}

/**
 * Sends an entry and deletes it. All receivers know an entry by its id, so a repeat at any point is safe.
 * @throws the error of the receiver; then the worker retries
 */
async function send(ctx: Context, entry: OutboxEntry, requestId: string): Promise<void> {
  if (entry.kind === 'notice') await mail(ctx, entry, requestId)
  else if (entry.kind === 'hold') await clearUpHold(ctx, entry.id, requestId)
  else await book(ctx, entry.id, requestId)
  await deleteEntry(ctx.db, entry)
}

/** Sends the booking of a decision for its admin, who waits. @returns the error; the worker retries */
export async function bookNow(ctx: Context, id: string, requestId: string): Promise<unknown> {
  try {
    await send(ctx, { kind: 'booking', id, createdAtMs: ctx.clock.now() }, requestId)
    return undefined
  } catch (error) {
    ctx.log.error({ err: error, id }, 'decision not booked yet; the outbox retries')
    return error
  }
}

/** The wallet credits an approved deposit, pays a withdrawal out, or releases its hold. A refused withdrawal is released too. */
async function book(ctx: Context, id: string, requestId: string): Promise<void> {
  const request = await findRequest(ctx.db, id)
  if (request === undefined || request.decidedAtMs === null || request.bookedAtMs !== null) return
  const { kind, status, playerId, amountPaise } = request
  if (kind === 'deposit' && status !== 'approved') return
  const meta = { requestId }
  const withdrawal = { withdrawalId: id, playerId, amountPaise }
  const { balancePaise: balance, balanceSeq } =
    kind === 'deposit'
      ? await ctx.bus.call(creditDeposit, { depositId: id, playerId, amountPaise }, meta)
      : await ctx.bus.call(status === 'approved' ? payOutWithdrawal : releaseWithdrawal, withdrawal, meta)
  const isBooked = await markBooked(ctx.db, id, ctx.clock.now())
  if (isBooked && status !== 'refused') await announceRequest(ctx, id, requestId, { balance, balanceSeq })
}

/** Asks auth, which has the texts and the addresses, to mail a notice. A notice that was not mailed for a day is given up. */
async function mail(
  ctx: Context,
  { id, body, createdAtMs }: Extract<OutboxEntry, { kind: 'notice' }>,
  requestId: string,
): Promise<void> {
  if (ctx.clock.now() < createdAtMs + noticeUsefulForMs)
    await ctx.bus.call(mailNotice, { noticeId: id, ...body }, { requestId })
  else ctx.log.error({ event: 'notice.given-up', id, playerId: body.playerId }, 'notice not mailed for a day; given up')
}
