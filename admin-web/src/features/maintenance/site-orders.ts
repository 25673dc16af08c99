import type { OrderAnswer } from '@kismet/app-kit/retry-until-known.ts'
import { orderAnswerOf } from '@kismet/app-kit/retry-until-known.ts'
import { leavesOutcomeUnknown, unanswered } from '@kismet/app-kit/call-error.ts'
import type { OrderOutcome } from '@kismet/app-kit/order.ts'
import type { CallApi } from '@kismet/app-kit/use-order.ts'
import type { OrOther, VolatilityMode } from '@kismet/contracts'
import { setSiteMaintenance, setVolatilityMode } from '@kismet/contracts'
import { z } from 'zod'
import { errorDetail } from '../../core/error-text.ts'
import { useAppDispatch } from '../../core/store.ts'
import { toastShown } from '../../entities/notices/notices-slice.ts'
import type { Toast } from '../../entities/notices/use-show-toast.ts'
import { changing } from '../../entities/session/from-contract.ts'
import { firstAnswer, useOrder } from '../../entities/session/orders.ts'
import { settingsApi } from '../../entities/site/settings-api.ts'
import { siteApi } from '../../entities/site/site-api.ts'

/** After this many reads, half a minute, the outcome counts as unknown: an order without an answer may still be in a queue. */
const mostLooks = 8

/** A setting of the site. Its state shows the outcome of an order. */
interface SiteSetting<State> {
  readonly name: string
  readonly set: (wanted: State, reason: string, callApi: CallApi) => Promise<OrderAnswer<State>>
  readonly read: (callApi: CallApi) => Promise<OrderAnswer<State>>
  /** The text of a known state. */
  readonly isNow: (state: State) => string
  /** The text that says where to check an unknown state. */
  readonly check: string
}

const fresh = { forceRefetch: true, subscribe: false } as const
const maintain = changing(setSiteMaintenance, ['Maintenance'])
const setMode = changing(setVolatilityMode, ['Volatility'])

/** Reads the state from the answer to a call. */
async function stateIn<Body, State>(
  call: Promise<OrderAnswer<Body>>,
  stateOf: (body: Body) => State,
): Promise<OrderAnswer<State>> {
  const sent = await call
  return 'data' in sent ? { data: stateOf(sent.data) } : sent
}

export const maintenance: SiteSetting<boolean> = {
  name: 'maintenance',
  set: (siteMaintenance, reason, callApi) =>
    stateIn(maintain({ siteMaintenance, ...(reason && { reason }) }, callApi), (body) => body.siteMaintenance),
  read: ({ dispatch }) =>
    stateIn(
      orderAnswerOf(dispatch(siteApi.endpoints.getSiteMaintenance.initiate({}, fresh))),
      ({ siteMaintenance }) => siteMaintenance,
    ),
  isNow: (isOn) => `Site maintenance is ${isOn ? 'on' : 'off'}.`,
  check: 'Check whether maintenance is on.',
}

export const volatility: SiteSetting<OrOther<VolatilityMode>> = {
  name: 'volatility',
  set: async (mode, _, callApi) =>
    mode === 'other' ? { error: unanswered('malformed') } : stateIn(setMode({ mode }, callApi), (body) => body.mode),
  read: ({ dispatch }) =>
    stateIn(orderAnswerOf(dispatch(settingsApi.endpoints.getVolatilityMode.initiate({}, fresh))), ({ mode }) => mode),
  isNow: (now) => `The next round is ${now}.`,
  check: 'Check the mode of the next round.',
}

/** Reads the state until it is as ordered, up to `mostLooks` times. Null: the server refused to tell the state. */
function lookFor<State>(
  { read }: SiteSetting<State>,
  wanted: State,
): (callApi: CallApi) => Promise<OrderAnswer<State | null>> {
  let looks = 0
  return async (callApi) => {
    const now = await read(callApi)
    if ('error' in now) return leavesOutcomeUnknown(now.error) ? now : { data: null }
    looks += 1
    return now.data === wanted || looks === mostLooks ? now : { error: unanswered('timeout') }
  }
}

function toastOf<State>({ isNow, check }: SiteSetting<State>, wanted: State, ended: OrderOutcome<State | null>): Toast {
  if (ended.is === 'lost') return ['bad', 'Unclear', check]
  if (ended.is !== 'done') return ['bad', 'Failed to update mode', errorDetail(ended.error)]
  if (ended.data === null) return ['bad', 'Unclear', check]
  const now = isNow(ended.data)
  if (ended.data === wanted) return ['good', 'Settings updated', now]
  return ['bad', 'Unclear', `${now} Your change may still go through. Check the state before you try again.`]
}

interface SiteOrders<State> {
  readonly busy: boolean
  /** No answer has come, so the state of the site is read. */
  readonly isChecking: boolean
  /** Sends an order, and shows the outcome. @returns true if the server refused the order: the admin may order again */
  readonly order: (wanted: State, reason?: string) => Promise<boolean>
}

/**
 * Orders about a setting of the site. Without an answer the state of the site is read. An order is never sent twice,
 * because a second order could undo a later change of another admin.
 */
export function useSiteOrders<State>(setting: SiteSetting<State>): SiteOrders<State> {
  const dispatch = useAppDispatch()
  const kind = { name: setting.name, draft: z.null(), empty: null, facts: z.null() }
  const { orders, busy, send, found } = useOrder(kind)
  const settle = async (wanted: State, reason: string, onUnanswered: () => void): Promise<boolean> => {
    const ended = await send<State | null>({
      intent: JSON.stringify(wanted),
      facts: null,
      send: (callApi) => setting.set(wanted, reason, callApi),
      look: lookFor(setting, wanted),
      onUnanswered,
    })
    if (ended === null) return false
    dispatch(toastShown(...toastOf(setting, wanted, ended)))
    return ended.is === 'refused' || ended.is === 'unheard'
  }
  return {
    busy,
    isChecking: orders.some(({ state }) => state === 'asking'),
    order: async (wanted, reason = '') => {
      // The admin has been told to check an earlier order, which ends it.
      orders.forEach(({ key, state }) => state === 'unknown' && found(key))
      return (await firstAnswer((onUnanswered) => settle(wanted, reason, onUnanswered))) === true
    },
  }
}
