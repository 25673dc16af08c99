import type { decideSeveral, Output, RequestKind } from '@kismet/contracts'
import type { CallOf } from '@kismet/service-kit/handle'
import { isRefusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import { requireRequest } from '../db/requests.ts'
import { decideRequest, NotAlone } from './decide-request.ts'

type Order = CallOf<typeof decideSeveral>
type Result = Output<typeof decideSeveral>['results'][number]

/**
 * Decides requests one by one, each with the guards of a single decision. An approval that this admin may not give alone is
 * skipped. Never throws: a repeat is safe.
 */
export async function decideRequests(ctx: Context, order: Order): Promise<Result[]> {
  const { admin, meta } = order
  const { kind, ids, status, reason } = order.input
  const decide = async (id: string): Promise<Result> => {
    const { isBooked } = await decideRequest(ctx, { kind, id, status, reason, admin, meta, isAlone: true })
    return { requestId: id, outcome: isBooked ? 'done' : 'unbooked', message: null }
  }
  return decideEach([...new Set(ids)], decide, (id, error) => resultOf(ctx, order, id, error))
}

async function resultOf(ctx: Context, { admin, input }: Order, id: string, error: unknown): Promise<Result> {
  const { kind, status } = input
  if (isRefusal(error, 'already_decided')) {
    // A repeat of this order: its first sending may have decided the request.
    const request = await requireRequest(ctx.db, id, [kind]).catch(() => undefined)
    if (request?.status === status && request.decidedByName === admin.username)
      return { requestId: id, outcome: 'done', message: null }
  }
  const reasons = error instanceof NotAlone ? { secondAdminReasons: [...error.reasons] } : {}
  return { requestId: id, ...outcomeOf(ctx, error, { kind, requestId: id }), ...reasons }
}

/** Requests that are decided at one time: the wallet books each for itself. */
const atOnce = 4

/**
 * Decides requests a few at a time. @param resultOf the result of an item whose decision threw an error
 * @returns a result for each item, in their order
 */
export async function decideEach<Item, Result>(
  items: readonly Item[],
  decide: (item: Item) => Promise<Result>,
  resultOf: (item: Item, error: unknown) => Promise<Result>,
): Promise<Result[]> {
  let silent: unknown
  const decideOne = async (item: Item): Promise<Result> => {
    // Without auth, each item of a long list would wait for its answer.
    if (silent !== undefined) return resultOf(item, silent)
    try {
      return await decide(item)
    } catch (error) {
      // The check of the first admin throws it before the approval is written.
      if (isRefusal(error, 'unavailable')) silent = error
      return resultOf(item, error)
    }
  }
  const results = []
  for (let at = 0; at < items.length; at += atOnce)
    results.push(...(await Promise.all(items.slice(at, at + atOnce).map(decideOne))))
  return results
}

/** What an error says of a decision: refused, decided and not booked, or unknown. */
export function outcomeOf(
  { log }: Pick<Context, 'log'>,
  error: unknown,
  about: { readonly kind: RequestKind; readonly requestId: string; readonly rowId?: string },
): { readonly outcome: 'unbooked' | 'skipped' | 'unknown'; readonly message: string | null } {
  // The decision is written, and the wallet refuses to book it.
  if (isRefusal(error, 'hold_differs')) return { outcome: 'unbooked', message: error.message }
  if (isRefusal(error) && (error.status < 500 || isRefusal(error, 'unavailable')))
    return { outcome: 'skipped', message: error.message }
  log.error({ err: error, ...about }, 'unknown outcome of a request that is decided among several')
  return { outcome: 'unknown', message: null }
}
