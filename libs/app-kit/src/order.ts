import type { OrderAnswer } from './retry-until-known.ts'
import { retryUntilKnown, waitFor } from './retry-until-known.ts'
import type { CallError } from './call-error.ts'
import { isOutcomeUnknown, leavesOutcomeUnknown } from './call-error.ts'
import { sessionEndedError } from './contract-endpoints.ts'

/**
 * The state of an order. `sending`: the first answer has not come. `asking`: an answer was lost, and the order is sent or
 * looked up again. `unknown`: the outcome is unknown, and no answer is awaited. `cancelled`: the player stopped an upload,
 * which may have arrived. An order without a state is `free`: its key is forgotten.
 */
export type OrderState = 'sending' | 'asking' | 'unknown' | 'cancelled'

/** The events of an order. `refused`: the server did not carry the order out. `unheard`: the server refused before it processed the order. */
export type OrderEventType =
  | 'sent'
  | 'unanswered'
  | 'done'
  | 'refused'
  | 'unheard'
  | 'lost'
  | 'cancelled'
  | 'found'
  | 'dropped'
  | 'left'

/** The one table of states and transitions. An absent event leaves the state as it is. */
const transitions: Readonly<
  Record<OrderState | 'free', Readonly<Partial<Record<OrderEventType, OrderState | 'free'>>>>
> = {
  free: { sent: 'sending' },
  sending: {
    unanswered: 'asking',
    done: 'free',
    refused: 'free',
    unheard: 'free',
    lost: 'unknown',
    cancelled: 'cancelled',
    left: 'unknown',
  },
  asking: {
    done: 'free',
    refused: 'free',
    unheard: 'unknown',
    lost: 'unknown',
    cancelled: 'unknown',
    left: 'unknown',
  },
  unknown: { sent: 'asking', found: 'free', dropped: 'free' },
  cancelled: { sent: 'asking', found: 'free' },
}

const stateAfter = (state: OrderState | 'free', event: OrderEventType): OrderState | 'free' =>
  transitions[state][event] ?? state

/** An order that was sent and may have arrived. `Facts`: what a page needs to show, look up or repeat the order. */
export interface Order<Facts> {
  /** Equal orders have the same intent, and so the same key. */
  readonly intent: string
  readonly key: string
  readonly facts: Facts
  readonly state: OrderState
  /** The session that sent the order last. */
  readonly session: string
}

/** An event and the session in which it happens. A `sent` order brings a new key, which a known order does not take. */
export type OrderEvent<Facts> =
  | { readonly type: 'sent'; readonly session: string; readonly order: Pick<Order<Facts>, 'intent' | 'key' | 'facts'> }
  | { readonly type: Exclude<OrderEventType, 'sent' | 'left'>; readonly session: string; readonly key: string }

/** The orders as `session` sees them. An order of another session is not in flight here. */
export function ordersForSession<Facts>(orders: readonly Order<Facts>[], session: string): readonly Order<Facts>[] {
  const left = (order: Order<Facts>): Order<Facts> => {
    const state = order.session === session ? order.state : stateAfter(order.state, 'left')
    return state === order.state || state === 'free' ? order : { ...order, state }
  }
  return orders.map((order) => left(order))
}

/** Whether an answer to the order is awaited. */
export const isInFlight = ({ state }: Pick<Order<unknown>, 'state'>): boolean =>
  state === 'sending' || state === 'asking'

/** The orders after an event. The answer to another session is ignored. */
export function applyOrderEvent<Facts>(
  orders: readonly Order<Facts>[],
  happened: OrderEvent<Facts>,
): readonly Order<Facts>[] {
  const { type, session } = happened
  const seen = ordersForSession(orders, session)
  const known = seen.find((one) =>
    happened.type === 'sent' ? one.intent === happened.order.intent : one.key === happened.key,
  )
  // An answer to another session is ignored. A page can find, repeat or drop an order that another session has sent.
  const isAnswer = type !== 'sent' && type !== 'found' && type !== 'dropped'
  if (isAnswer && known?.session !== session) return orders
  const before = known?.state ?? 'free'
  const state = stateAfter(before, type)
  if (state === before) return orders
  const others = seen.filter((one) => one !== known)
  if (state === 'free') return others
  const order = known ?? (happened.type === 'sent' ? { ...happened.order } : null)
  return order === null ? orders : [...others, { ...order, state, session }]
}

/** How an order ended for the page that sent it. */
export type OrderOutcome<T> =
  | { readonly is: 'done'; readonly data: T }
  | { readonly is: 'refused' | 'unheard' | 'lost' | 'cancelled'; readonly error: CallError }

/** What the last answer says about an order. */
function endOf<T>(sent: OrderAnswer<T>): OrderOutcome<T> {
  if ('data' in sent) return { is: 'done', data: sent.data }
  const { error } = sent
  if (error.kind === 'cancelled') return { is: 'cancelled', error }
  if (isOutcomeUnknown(error)) return { is: 'lost', error }
  return { is: leavesOutcomeUnknown(error) ? 'unheard' : 'refused', error }
}

/** How an order is sent. */
interface Sending<T> {
  readonly send: () => Promise<OrderAnswer<T>>
  /** Finds out what became of the order after a lost answer. By default the same order is sent again. */
  readonly look?: (() => Promise<OrderAnswer<T>>) | undefined
  /** How often to ask; as often as fits into 20 minutes by default, and never with 0. */
  readonly times?: number | undefined
  /** Called when the first answer is lost. */
  readonly onUnanswered?: () => void
}

/**
 * Sends an order, and asks what became of the order while an answer is missing. @param isHere whether the session of the
 * sender still lasts: in another session it sends no call. @returns null if that session has ended, because the outcome
 * concerns no other player
 */
export async function executeOrder<T>(
  isHere: () => boolean,
  { send, look = send, times, onUnanswered }: Sending<T>,
): Promise<OrderOutcome<T> | null> {
  const first = await send()
  if (!isHere()) return null
  if ('data' in first || times === 0 || !isOutcomeUnknown(first.error)) return endOf(first)
  onUnanswered?.()
  const known = await retryUntilKnown<T>({
    ask: () => (isHere() ? look() : Promise.resolve({ error: sessionEndedError })),
    wait: waitFor,
    ...(times !== undefined && { times }),
  })
  if (!isHere()) return null
  if ('data' in known) return endOf(known)
  // The outcome of the first attempt stays unknown if a later attempt was cancelled or not heard.
  return endOf(known.isOpen || known.error.kind === 'cancelled' ? first : { error: known.error })
}
