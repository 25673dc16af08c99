import { readDepositRules } from '@kismet/contracts'
import type { DepositRules, Paise } from '@kismet/contracts'
import { takeLock } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import { isRefusal, Refusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import { freeRow } from '../db/bank-rows.ts'
import { askedOf, changeRequest } from '../db/requests.ts'
import type { StoredRequest } from '../db/requests.ts'
import { readUsage } from '../db/usage.ts'
import { requireAllowed } from './submit-deposit.ts'

/**
 * The rules of the player, if an approval credits more than the player asked for. Asked outside of the transaction.
 * @throws Refusal `unavailable` when the wallet does not answer
 */
export async function findRulesForMore(
  { bus }: Pick<Context, 'bus'>,
  request: StoredRequest,
  amountPaise: Paise,
  requestId: string,
): Promise<DepositRules | undefined> {
  if (request.status !== 'pending' || amountPaise <= askedOf(request)) return undefined
  return bus.call(readDepositRules, { playerId: request.playerId }, { requestId })
}

/** @throws Refusal `limit_reached` when the player's own limits do not take what is more than the player asked for */
async function requireLimits(
  transaction: Queryable,
  request: StoredRequest,
  amountPaise: Paise,
  { limitsPaise }: DepositRules,
  nowMs: number,
): Promise<void> {
  const { playerId } = request
  await takeLock(transaction, `usage ${playerId}`)
  const { deposited } = await readUsage(transaction, playerId, nowMs)
  const more = { amountPaise: amountPaise - Math.max(request.amountPaise, askedOf(request)) }
  try {
    requireAllowed({ limitsPaise, excludedUntilMs: null, isSuspended: false }, deposited, more, nowMs)
  } catch (error) {
    const text = "The amount exceeds a deposit limit that the player has set. Approve at most the player's amount."
    throw isRefusal(error, 'limit_reached') ? new Refusal('limit_reached', text) : error
  }
}

/**
 * Has a locked request count with an amount, in paise. A first approval of another amount no longer counts, and its bank row
 * is free again.
 * @param rules the answer of `findRulesForMore`
 * @throws Refusal `limit_reached`
 */
export async function setCreditedAmount(
  { clock }: Pick<Context, 'clock'>,
  transaction: Queryable,
  request: StoredRequest,
  amountPaise: Paise,
  rules: DepositRules | undefined,
): Promise<StoredRequest> {
  if (request.amountPaise === amountPaise) return request
  const asked = askedOf(request)
  if (rules !== undefined) await requireLimits(transaction, request, amountPaise, rules, clock.now())
  await freeRow(transaction, request.id)
  const changed = await changeRequest(transaction, request.id, 'pending', {
    ...{ amount_paise: amountPaise, asked_paise: asked === amountPaise ? null : asked },
    ...{ first_approved_at: null, first_approved_by: null, first_approved_by_name: null },
  })
  if (changed === undefined) throw new Error('A request has changed under a lock')
  return changed
}
