import { holdWithdrawal } from '@kismet/contracts'
import type { ErrorCode } from '@kismet/contracts'
import { isRefusal, Refusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import { changeRequest, findRequest } from '../db/requests.ts'
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

type Asked = Pick<StoredWithdrawal, 'id' | 'playerId' | 'amountPaise'>

/**
 * Has the wallet hold the money of a stored request, and marks the answer. The wallet knows the hold by the id of the
 * request, so a repeat at any point is safe. Of a hold and a refusal by two callers, the first mark stands; a hold after
 * a refusal is released.
 * @param isTold the player hears a refusal from this call; else the request keeps the reason for the list
 * @throws Refusal of the wallet, of this call or an earlier one. After any other error the outcome is unknown, and the
 *   outbox retries.
 */
export async function hold(
  ctx: Context,
  { id, playerId, amountPaise }: Asked,
  requestId: string,
  isTold: boolean,
): Promise<StoredWithdrawal> {
  try {
    const booked = await ctx.bus.call(holdWithdrawal, { withdrawalId: id, playerId, amountPaise }, { requestId })
    const { balancePaise, balanceSeq } = booked
    const at = { held_at: new Date(ctx.clock.now()), held_balance_paise: balancePaise, held_balance_seq: balanceSeq }
    const changed = await changeRequest(ctx.db, id, 'asked', { status: 'pending', ...at })
    if (changed !== undefined) await announceQueue(ctx)
  } catch (error) {
    // `already_decided`: the wallet has released the request before, so that no hold can come.
    if (isRefusal(error, 'already_decided')) await markRefused(ctx, id, new Refusal('unavailable'), isTold)
    else if (isRefusedForGood(error)) await markRefused(ctx, id, error, isTold)
    else throw error
  }
  const request = await findRequest(ctx.db, id)
  if (request?.kind !== 'withdrawal') throw new Refusal('not_found')
  if (request.refusal === null) return request
  const { code, message, params } = request.refusal
  throw Refusal.read(code, message, params)
}

/**
 * Marks that the wallet refused a hold, and frees the key. The wallet releases the request in any case, because an
 * earlier hold may have come through. After the release a late hold is refused.
 */
async function markRefused(
  { db, clock }: Context,
  id: string,
  { code, message, params }: Refusal,
  isTold: boolean,
): Promise<void> {
  const now = new Date(clock.now())
  await changeRequest(db, id, 'asked', {
    ...{ status: 'refused', decided_at: now, due_at: now, key: null, refusal: { code, message, params } },
    // Players see a refused request with a reason only.
    admin_reason: isTold ? null : message,
  })
}

/** Repeats a hold with an unknown outcome, and tells the player the result. */
export async function clearUpHold(ctx: Context, asked: Asked, requestId: string): Promise<void> {
  try {
    await hold(ctx, asked, requestId, false)
  } catch (error) {
    const request = await findRequest(ctx.db, asked.id)
    if (request?.status !== 'refused') throw error
    ctx.log.warn({ withdrawalId: asked.id, err: error }, 'the wallet refused the hold of a stored withdrawal')
  }
  await announceRequest(ctx, asked.id, requestId)
}
