import { decideDeposit, Id, readDecidedDeposits } from '@kismet/contracts'
import { appendAudit } from '@kismet/service-kit/audit'
import { inTransaction } from '@kismet/service-kit/database'
import { handle } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import { decide, putOffCredit } from '../db/decisions.ts'
import type { Decision } from '../db/decisions.ts'
import { findDeposit } from '../db/deposits.ts'
import type { StoredDeposit } from '../db/deposits.ts'
import { creditGraceMs, creditRetryMs } from '../domain/credit-schedule.ts'
import { readReason } from '../domain/reason.ts'
import { adminView } from '../views.ts'
import { announceDecision, announceQueue } from '../work/announce.ts'
import { bookCredit } from '../work/book-credit.ts'

/**
 * Decides once: the decision and its audit row are one transaction, and the approval in it is the promise of a credit. The answer to an
 * approval comes when the wallet has booked the credit; when it cannot, 503, and the sweep keeps the promise.
 */
export const decideDepositHandler = handle(decideDeposit, async (ctx: Context, { admin, input, meta }) => {
  const atMs = ctx.clock.now()
  const deposit = await record(ctx, input.id, meta.requestId, {
    status: input.status,
    adminReason: readReason(input.adminReason),
    admin,
    atMs,
    creditDueAtMs: input.status === 'approved' ? atMs + creditGraceMs : null,
  })
  ctx.telemetry.request(input.status)
  ctx.bus.signal(readDecidedDeposits.wake, {})
  await announceQueue(ctx)
  if (input.status === 'approved') await credit(ctx, deposit, meta.requestId)
  else await announceDecision(ctx, deposit.id, meta.requestId)
  return { deposit: adminView(deposit) }
})

function record(ctx: Context, id: string, requestId: string, decision: Decision): Promise<StoredDeposit> {
  if (!Id.safeParse(id).success) throw new Refusal('not_found')
  return inTransaction(ctx.db, async (transaction) => {
    const isMine = await decide(transaction, id, decision)
    const deposit = await findDeposit(transaction, id)
    if (deposit === undefined) throw new Refusal('not_found')
    const { playerId, amountPaise, method, utr, decidedByName } = deposit
    const by = decidedByName ?? 'another admin'
    if (!isMine) throw new Refusal('already_decided', `This request has been ${deposit.status} already by ${by}.`)
    const { status, adminReason, admin } = decision
    await appendAudit(transaction, ctx.clock, {
      admin,
      action: status === 'approved' ? 'deposit.approve' : 'deposit.reject',
      target: id,
      detail: { playerId, amountPaise, method, utr, reason: adminReason },
      requestId,
    })
    return deposit
  })
}

async function credit(ctx: Context, { id, playerId, amountPaise }: StoredDeposit, requestId: string): Promise<void> {
  try {
    await bookCredit(ctx, { depositId: id, playerId, amountPaise, attempt: 0 }, requestId)
  } catch {
    await putOffCredit(ctx.db, id, ctx.clock.now() + creditRetryMs(1)).catch(() => undefined)
    throw new Refusal(
      'unavailable',
      'The deposit is approved. Its credit could not be booked yet and follows by itself.',
    )
  }
}
