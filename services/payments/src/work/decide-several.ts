import type { decideSeveral, Input, Output } from '@kismet/contracts'
import type { CallMeta } from '@kismet/service-kit/bus/envelope'
import { isRefusal } from '@kismet/service-kit/refusal'
import type { Admin } from '@kismet/service-kit/tokens'
import type { Context } from '../context.ts'
import { requireRequest } from '../db/requests.ts'
import { decideRequest, NotAlone } from './decide-request.ts'
import { decideEach, outcomeOf } from './decide-each.ts'

type Order = Input<typeof decideSeveral> & { readonly admin: Admin; readonly meta: CallMeta }
type Result = Output<typeof decideSeveral>['results'][number]

/**
 * Decides requests one by one, each with the guards of a single decision. An approval that this admin may not give alone is
 * skipped. Never throws: a repeat is safe.
 */
export async function decideRequests(ctx: Context, order: Order): Promise<Result[]> {
  const { kind, ids, status, reason, admin, meta } = order
  const decide = async (id: string): Promise<Result> => {
    const { isBooked } = await decideRequest(ctx, { kind, id, status, reason, admin, meta, isAlone: true })
    return { requestId: id, outcome: isBooked ? 'done' : 'unbooked', message: null }
  }
  return decideEach([...new Set(ids)], decide, (id, error) => resultOf(ctx, order, id, error))
}

async function resultOf(ctx: Context, { kind, status, admin }: Order, id: string, error: unknown): Promise<Result> {
  if (isRefusal(error, 'already_decided')) {
    // A repeat of this order: its first sending may have decided the request.
    const request = await requireRequest(ctx.db, id, [kind]).catch(() => undefined)
    if (request?.status === status && request.decidedByName === admin.username)
      return { requestId: id, outcome: 'done', message: null }
  }
  const reasons = error instanceof NotAlone ? { secondAdminReasons: [...error.reasons] } : {}
  return { requestId: id, ...outcomeOf(ctx, error, { kind, requestId: id }), ...reasons }
}
