import { holdWithdrawal } from '@kismet/contracts'
import type { ErrorCode } from '@kismet/contracts'
import { isRefusal, Refusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import { deleteEntry } from '../db/outbox.ts'
import { findRequest, markHeld, markRefused } from '../db/requests.ts'
import type { StoredWithdrawal } from '../db/requests.ts'
import { announceQueue, announceRequest } from './announce.ts'

/** After any other error of the wallet the outcome of the hold is unknown. */
const finalRefusals = [
  'insufficient_balance',
  'amount_over_limit',
  'account_suspended',
  'maintenance',
] as const satisfies readonly ErrorCode[]

export const isRefusedForGood = (error: unknown): error is Refusal =>
  finalRefusals.some((code) => isRefusal(error, code))

/**
 * Has the wallet hold the money of a stored request, and marks the answer. The wallet knows the hold by the id of the
 * request, so a repeat at any point is safe. Of a hold and a refusal by two callers, the first mark stands; a hold after
 * a refusal is released.
 * @param isTold the player hears a refusal from this call; else the request keeps the reason for the list
 * @throws Refusal of the wallet, once it is marked; `unavailable` when the request was refused before. After any other
 *   error the outcome is unknown, and the outbox retries.
 */
export async function hold(
  ctx: Context,
  { id, playerId, amountPaise }: Pick<StoredWithdrawal, 'id' | 'playerId' | 'amountPaise'>,
  requestId: string,
  isTold: boolean,
): Promise<StoredWithdrawal> {
  let refusal = new Refusal('unavailable')
  try {
    const booked = await ctx.bus.call(holdWithdrawal, { withdrawalId: id, playerId, amountPaise }, { requestId })
    if (await markHeld(ctx.db, id, booked, ctx.clock.now())) await announceQueue(ctx)
  } catch (error) {
    // `already_decided`: the request was refused and released before.
    if (!isRefusedForGood(error) && !isRefusal(error, 'already_decided')) throw error
    if (isRefusedForGood(error)) {
      refusal = error
      await markRefused(ctx.db, id, isTold ? null : error.message, ctx.clock.now())
    }
  }
  await deleteEntry(ctx.db, { id, kind: 'hold' })
  const request = await findRequest(ctx.db, id)
  if (request?.kind !== 'withdrawal' || request.heldAtMs === null) throw refusal
  return request
}

/** Repeats a hold with an unknown outcome, and tells the player the result. */
export async function clearUpHold(ctx: Context, id: string, requestId: string): Promise<void> {
  const request = await findRequest(ctx.db, id)
  if (request?.kind !== 'withdrawal' || request.status !== 'asked') return
  try {
    await hold(ctx, request, requestId, false)
  } catch (error) {
    if (!isRefusedForGood(error)) throw error
    ctx.log.warn({ withdrawalId: id, code: error.code }, 'the wallet refused the hold of a stored withdrawal')
  }
  await announceRequest(ctx, id, requestId)
}
