import type { Known, Sent } from '@kismet/app-kit/ask-until-known.ts'
import { askUntilKnown, waitFor } from '@kismet/app-kit/ask-until-known.ts'
import type { CallError } from '@kismet/app-kit/call-error.ts'
import { asCallError, isOutcomeUnknown } from '@kismet/app-kit/call-error.ts'
import { sessionIsOver } from '@kismet/app-kit/contract-endpoints.ts'
import { holdPageFor } from '@kismet/ui/feedback/hold-page.ts'
import { errorDetail } from '../../core/error-text.ts'
import type { AppDispatch, RootState } from '../../core/store.ts'
import { noticeShown } from '../../entities/notices/notices-slice.ts'
import { epochOf } from '../../entities/session/session-slice.ts'
import { orderKnown, orderSent, orderUnclear } from '../../entities/site/sent-orders.ts'

/** After this many reads, half a minute, the outcome counts as unknown: an order without an answer may still be in a queue. */
const mostLooks = 8

/** An order whose outcome can be read from the state of the site. */
interface Order<State> {
  readonly name: 'maintenance' | 'volatility'
  readonly wanted: State
  readonly send: () => Promise<Sent<State>>
  /** Reads the current state of the site. */
  readonly read: () => Promise<Sent<State>>
  /** The text of a known state. */
  readonly isNow: (state: State) => string
  /** The text that says where to check an unknown state. */
  readonly look: string
}

/** Reads the state of the site until it is as ordered, up to `mostLooks` times. A refused read leaves the outcome unknown. */
async function lookUntilKnown<State>(
  { wanted, read }: Order<State>,
  unanswered: CallError,
  isOver: () => boolean,
): Promise<Known<State>> {
  let looks = 0
  const ask = async (): Promise<Sent<State>> => {
    if (isOver()) return { error: sessionIsOver }
    const now = await read()
    if ('error' in now) return now
    looks += 1
    return now.data === wanted || looks === mostLooks ? now : { error: unanswered }
  }
  const known = await askUntilKnown({ ask, wait: waitFor })
  return 'error' in known ? { ...known, isOpen: true } : known
}

/**
 * Sends an order and shows its outcome. Without an answer it reads the state of the site, after it has returned. The
 * order is never sent twice, because a second order could undo a later change of another admin.
 * @returns true if the server refused the order: then the admin may order again
 */
export async function settleOrder<State>(
  order: Order<State>,
  dispatch: AppDispatch,
  getState: () => RootState,
): Promise<boolean> {
  const { name, send } = order
  const { epoch } = epochOf({ getState })
  const isOver = (): boolean => epochOf({ getState }).epoch !== epoch
  const tell = (known: Known<State>): void => {
    if (isOver()) return
    dispatch(orderKnown(name))
    dispatch(noticeOf(known, order))
  }
  dispatch(orderSent(name))
  const sent = await send()
  if (isOver()) return false
  if ('error' in sent && isOutcomeUnknown(sent.error)) {
    dispatch(orderUnclear(name))
    void holdPageFor(lookUntilKnown(order, sent.error, isOver)).then(tell)
    return false
  }
  tell({ isOpen: false, ...sent })
  return 'error' in sent
}

/** Reads the state of an order from an answer of the site. */
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
