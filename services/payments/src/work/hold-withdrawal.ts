import { holdWithdrawal } from '@kismet/contracts'
import type { ErrorCode } from '@kismet/contracts'
import { isRefusal, Refusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import type { Owed } from '../db/promises.ts'
import { findWithdrawal, markHeld, markRefused } from '../db/withdrawals.ts'
import type { StoredWithdrawal } from '../db/withdrawals.ts'
import { announceQueue, announceWithdrawal } from './announce.ts'

/** What the wallet says for good: the money is not set aside by this call. Anything else says nothing. */
const finalRefusals = [
  'insufficient_balance',
  'amount_over_limit',
  'account_suspended',
  'maintenance',
] as const satisfies readonly ErrorCode[]

export const isRefusedForGood = (error: unknown): error is Refusal =>
  finalRefusals.some((code) => isRefusal(error, code))

/**
 * Has the wallet set aside the money of a request that is stored, and marks what it says. The wallet knows the hold by the request's id, so it is booked once however
 * often this runs and whatever falls between its lines. Of a hold and a refusal of the same request, by two that asked, the first one marked stands; a hold behind a refusal
 * is released.
 * @param isTold whether whoever asked hears the refusal from this call; else the request keeps its text, so that the player finds it in the list
 * @returns the request, held
 * @throws Refusal of the wallet, once it is marked. Whatever else kept it from an answer: the request stays unclear, and the sweep asks again.
 */
export async function hold(
  ctx: Context,
  { id, playerId, amountPaise }: Pick<StoredWithdrawal, 'id' | 'playerId' | 'amountPaise'>,
  requestId: string,
  isTold: boolean,
): Promise<StoredWithdrawal> {
  try {
    const booked = await ctx.bus.call(holdWithdrawal, { withdrawalId: id, playerId, amountPaise }, { requestId })
    if (await markHeld(ctx.db, id, booked, ctx.clock.now())) {
      ctx.telemetry.withdrawal('requested')
      await announceQueue(ctx)
    }
  } catch (error) {
    // It was refused before, and released then.
    if (isRefusal(error, 'already_decided')) return heldOf(await findWithdrawal(ctx.db, id))
    if (!isRefusedForGood(error)) throw error
    const { code, message } = error
    const marked = { code, reason: isTold ? null : message, atMs: ctx.clock.now() }
    if (await markRefused(ctx.db, id, marked)) {
      ctx.telemetry.withdrawal('refused')
      throw error
    }
  }
  return heldOf(await findWithdrawal(ctx.db, id))
}

/** @throws Refusal of a request that somebody else found refused */
function heldOf(withdrawal: StoredWithdrawal | undefined): StoredWithdrawal {
  if (withdrawal === undefined) throw new Refusal('unavailable')
  const { heldAtMs, refusalCode } = withdrawal
  if (heldAtMs !== null) return withdrawal
  throw refusalCode === null ? new Refusal('unavailable') : Refusal.read(refusalCode, undefined, undefined)
}

/** Asks again for the hold of a request of which nobody could say whether its money is set aside, and tells its player what came of it. */
export async function clearUpHold(ctx: Context, { id }: Owed): Promise<void> {
  const withdrawal = await findWithdrawal(ctx.db, id)
  if (withdrawal === undefined) return
  const requestId = `sweep-${id}`
  try {
    await hold(ctx, withdrawal, requestId, false)
  } catch (error) {
    if (!isRefusedForGood(error)) throw error
    ctx.log.warn({ withdrawalId: id, code: error.code }, 'the wallet refused the hold of a request that was unclear')
  }
  await announceWithdrawal(ctx, id, requestId)
}
