import type { Known, Sent } from '@kismet/app-kit/ask-until-known.ts'
import { askUntilKnown, waitFor } from '@kismet/app-kit/ask-until-known.ts'
import { asCallError, isOutcomeUnknown } from '@kismet/app-kit/call-error.ts'
import { sessionIsOver } from '@kismet/app-kit/contract-endpoints.ts'
import { errorDetail } from '../../core/error-text.ts'
import type { AppDispatch, RootState } from '../../core/store.ts'
import { noticeShown } from '../../entities/notices/notices-slice.ts'
import { epochOf } from '../../entities/session/session-slice.ts'
import { orderKnown, orderSent, orderUnclear } from '../../entities/site/sent-orders.ts'

/** After so many looks, half a minute, a site that is still not as it was ordered is told as unclear: an order without an answer may have been queued, and nothing says that it never comes. */
const mostLooks = 8

/** An order of which the site shows whether it was carried out. */
interface Order<State> {
  readonly name: 'maintenance' | 'volatility'
  readonly wanted: State
  readonly send: () => Promise<Sent<State>>
  /** How the site is now. */
  readonly read: () => Promise<Sent<State>>
  /** Says a state that is known. */
  readonly isNow: (state: State) => string
  /** Says where to look for one that is not. */
  readonly look: string
}

/**
 * Gives an order, finds out what came of it and says so. Without an answer the site is asked how it is until it is as it was ordered, or for `mostLooks`; nothing is ordered a second time,
 * for that could undo what somebody else has done since.
 * @returns whether it was refused as it was sent: then it may be ordered again
 */
export async function settleOrder<State>(
  order: Order<State>,
  dispatch: AppDispatch,
  getState: () => RootState,
): Promise<boolean> {
  const { name, wanted, send, read } = order
  const { epoch } = epochOf({ getState })
  const isOver = (): boolean => epochOf({ getState }).epoch !== epoch
  dispatch(orderSent(name))
  const sent = await send()
  let known: Known<State> = 'data' in sent ? sent : { ...sent, isOpen: false }
  if ('error' in known && isOutcomeUnknown(known.error) && !isOver()) {
    const { error: unanswered } = known
    let looks = 0
    dispatch(orderUnclear(name))
    const ask = async (): Promise<Sent<State>> => {
      if (isOver()) return { error: sessionIsOver }
      const now = await read()
      if ('error' in now) return now
      looks += 1
      return now.data === wanted || looks === mostLooks ? now : { error: unanswered }
    }
    known = await askUntilKnown({ ask, wait: waitFor })
    // A look that is refused says nothing of the order.
    if ('error' in known) known = { ...known, isOpen: true }
  }
  if (isOver()) return false
  dispatch(orderKnown(name))
  dispatch(noticeOf(known, order))
  return 'error' in known && !known.isOpen
}

/** What an answer of the site says of the state that an order is about. */
export function stateIn<Body, State>(
  { data, error }: { readonly data?: Body | undefined; readonly error?: unknown },
  stateOf: (body: Body) => State,
): Sent<State> {
  return data && !error ? { data: stateOf(data) } : { error: asCallError(error ?? {}) }
}

/** What came of an order, as a notice. */
function noticeOf<State>(known: Known<State>, { wanted, isNow, look }: Order<State>): ReturnType<typeof noticeShown> {
  if ('data' in known) {
    const now = isNow(known.data)
    if (known.data === wanted) return noticeShown('good', 'Settings updated', now)
    return noticeShown(
      'bad',
      'Unclear',
      `${now} Your change may still go through. Check the state before you try again.`,
    )
  }
  if (known.isOpen) return noticeShown('bad', 'Unclear', look)
  return noticeShown('bad', 'Failed to update mode', errorDetail(known.error))
}
