import type { BaseQueryApi } from '@reduxjs/toolkit/query'
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { useMemo, useRef, useState } from 'react'
import { useSelector, useStore } from 'react-redux'
import { z } from 'zod'
import type { OrderAnswer } from './retry-until-known.ts'
import type { DraftHooks } from './drafts.ts'
import { storeTabText, useTabText } from './drafts.ts'
import type { OrderOutcome, OrderEvent, Order } from './order.ts'
import { executeOrder, isInFlight, applyOrderEvent, ordersForSession } from './order.ts'
import { reachabilityAction } from './live/connection-slice.ts'
import { unanswered } from './call-error.ts'
import { logWarning } from './log.ts'
import { newIdempotencyKey } from './random.ts'
import { readJson } from './session/stored-session.ts'
import type { Epoch } from './session/session-core.ts'

/** What the endpoints of `contractEndpoints` need to make a call. */
export type CallApi = Pick<BaseQueryApi, 'getState' | 'dispatch' | 'signal'>

/** A kind of orders that one form sends. `draft` and `facts` are stored: never a password, and no code. */
export interface OrderKind<Draft, Facts> {
  readonly name: string
  readonly draft: z.ZodType<Draft>
  readonly empty: Draft
  readonly facts: z.ZodType<Facts>
  /** The facts are private text, so that a logout deletes them too. An order of money stays, so that it counts once. */
  readonly untilLogout?: boolean
}

/** What is repeated of an order. */
type SentOrder<Facts> = Pick<Order<Facts>, 'key' | 'facts'>

type OrderCall<Facts, T> = (api: CallApi, order: SentOrder<Facts>) => Promise<OrderAnswer<T>>

/** One press of the button of a form. */
interface Attempt<Facts, T> {
  readonly intent: string
  readonly facts: Facts
  /** Sends with the key and the facts of the first attempt, if an equal order may have arrived. */
  readonly send: OrderCall<Facts, T>
  readonly look?: OrderCall<Facts, T> | undefined
  readonly times?: number | undefined
  /** Called when the first answer is lost. */
  readonly onUnanswered?: (() => void) | undefined
}

/** A form with its draft and its orders that may have arrived. */
export interface OrderForm<Draft, Facts> {
  readonly draft: Draft
  readonly change: (next: (before: Draft) => Draft) => void
  readonly orders: readonly Order<Facts>[]
  readonly busy: boolean
  /** Sends an order, and waits for its outcome. Null: the session has ended, or an order of this form is in flight. */
  readonly send: <T>(attempt: Attempt<Facts, T>) => Promise<OrderOutcome<T> | null>
  /** A list of the server shows the order with this key. */
  readonly found: (key: string) => void
  /** The page told that the outcome of this order is unknown, and no longer asks. */
  readonly drop: (key: string) => void
}

/** Orders that only the page knows, such as moves in a game. Several can be in flight, but not two with one intent. */
export interface Commands<Facts> extends Pick<OrderForm<null, Facts>, 'orders' | 'busy'> {
  /** Null: the session has ended, so the outcome is not shown, or an equal order is in flight. */
  readonly send: <T>(command: Command<Facts, T>) => Promise<OrderOutcome<T> | null>
}

/** What an app tells about its session. */
interface SessionPort {
  readonly epochOf: (store: { readonly getState: () => unknown }) => Epoch
  /** The id of who is logged in, or an empty text. */
  readonly useOwner: () => string
  /** Surrounds each order, for example to hold the page until the order has ended. */
  readonly whileInFlight?: <R>(order: Promise<R>) => Promise<R>
}

export interface OrderHooks {
  readonly useOrder: <Draft, Facts>(kind: OrderKind<Draft, Facts>) => OrderForm<Draft, Facts>
  readonly useCommand: <Facts = undefined>() => Commands<Facts>
}

/** An attempt that is not stored. Without an intent it is like no other. Without `look` it is sent once. */
type Command<Facts, T> = Omit<Attempt<Facts, T>, 'intent' | 'facts'> &
  Partial<Pick<Attempt<Facts, T>, 'intent' | 'facts'>>

/** A text for each load of the page, because epochs begin again with the store. */
const pages = new WeakMap<object, string>()
function pageOf(store: object): string {
  const page = pages.get(store) ?? newIdempotencyKey()
  pages.set(store, page)
  return page
}

const keptOrders = <Facts>(facts: z.ZodType<Facts>) =>
  z.array(
    z.object({
      intent: z.string(),
      key: z.string(),
      facts,
      state: z.enum(['sending', 'asking', 'unknown', 'cancelled']),
      session: z.string(),
    }),
  )

/** The session in which an order began. */
interface Here {
  readonly session: string
  readonly isHere: () => boolean
  /** Makes a call, and tells the connection whether the server was reached. */
  readonly told: <T>(call: (api: CallApi) => Promise<OrderAnswer<T>>) => Promise<OrderAnswer<T>>
}

interface Calls {
  readonly session: string
  /** Runs an order in the session of this moment. The end of that session aborts the calls of the order. */
  readonly during: <R>(run: (here: Here) => Promise<R>) => Promise<R>
}

function useCalls({ epochOf, whileInFlight = (order) => order }: Omit<SessionPort, 'useOwner'>): Calls {
  const store = useStore()
  const nameOf = (state: unknown): string => `${pageOf(store)}:${epochOf({ getState: () => state }).epoch}`
  const dispatch = store.dispatch as ThunkDispatch<unknown, unknown, UnknownAction>
  return {
    session: useSelector(nameOf),
    during: async (run) => {
      const session = nameOf(store.getState())
      const isHere = (): boolean => nameOf(store.getState()) === session
      const over = new AbortController()
      const unsubscribe = store.subscribe(() => {
        if (!isHere()) over.abort()
      })
      const told: Here['told'] = async (call) => {
        const sent = await call({ getState: () => store.getState(), dispatch, signal: over.signal })
        if (isHere()) dispatch(reachabilityAction('error' in sent ? sent.error : undefined))
        return sent
      }
      try {
        return await whileInFlight(run({ session, isHere, told }))
      } finally {
        unsubscribe()
      }
    },
  }
}

/** Where orders are. */
interface Place<Facts> {
  readonly read: () => readonly Order<Facts>[]
  readonly write: (orders: readonly Order<Facts>[]) => void
}

interface Sender<Facts> {
  readonly happen: (happened: OrderEvent<Facts>) => void
  /** @param blocks whether an order in flight keeps this one from being sent */
  readonly send: <T>(
    attempt: Attempt<Facts, T>,
    blocks: (inFlight: Order<Facts>) => boolean,
  ) => Promise<OrderOutcome<T> | null>
}

function senderOf<Facts>({ during }: Calls, { read, write }: Place<Facts>): Sender<Facts> {
  const happen = (happened: OrderEvent<Facts>): void => {
    const before = read()
    const after = applyOrderEvent(before, happened)
    if (after !== before) write(after)
  }
  const send: Sender<Facts>['send'] = ({ intent, facts, look, ...attempt }, blocks) =>
    during(async ({ session, isHere, told }) => {
      if (ordersForSession(read(), session).some((one) => isInFlight(one) && blocks(one))) return null
      happen({ type: 'sent', session, order: { intent, facts, key: newIdempotencyKey() } })
      const order = read().find((one) => one.intent === intent)
      if (!order) throw new Error('The order was not stored')
      const { key } = order
      const ended = await executeOrder(isHere, {
        send: () => told((api) => attempt.send(api, order)),
        look: look && (() => told((api) => look(api, order))),
        times: attempt.times,
        onUnanswered: () => {
          happen({ type: 'unanswered', session, key })
          attempt.onUnanswered?.()
        },
      }).catch((error: unknown): OrderOutcome<never> => {
        logWarning('An order failed in the page, so its outcome is unknown', error)
        return { is: 'lost', error: unanswered('malformed') }
      })
      if (ended !== null) happen({ type: ended.is, session, key })
      return ended
    })
  return { happen, send }
}

function useOrderOf<Draft, Facts>(
  port: SessionPort,
  useDraft: DraftHooks['useDraft'],
  kind: OrderKind<Draft, Facts>,
): OrderForm<Draft, Facts> {
  const [draft, change] = useDraft(kind.name, kind.draft, kind.empty)
  const storageKey = `${kind.untilLogout === true ? 'form:' : ''}order:${kind.name}:${port.useOwner()}`
  const calls = useCalls(port)
  const { session } = calls
  const ordersOf = (text: string | null): readonly Order<Facts>[] => readJson(keptOrders(kind.facts), text) ?? []
  const text = useTabText(storageKey)
  const orders = useMemo(() => ordersForSession(ordersOf(text), session), [text, session])
  const { happen, send } = senderOf<Facts>(calls, {
    read: () => ordersOf(sessionStorage.getItem(storageKey)),
    write: (after) => storeTabText(storageKey, after.length === 0 ? null : JSON.stringify(after)),
  })
  return {
    draft,
    change,
    orders,
    busy: orders.some(isInFlight),
    send: (attempt) => send(attempt, () => true),
    found: (key) => happen({ type: 'found', session, key }),
    drop: (key) => happen({ type: 'dropped', session, key }),
  }
}

function useCommandOf<Facts>(port: SessionPort): Commands<Facts> {
  const calls = useCalls(port)
  const [sent, setSent] = useState<readonly Order<Facts>[]>([])
  const newest = useRef(sent)
  const { send } = senderOf<Facts>(calls, {
    read: () => newest.current,
    write: (after) => {
      newest.current = after
      setSent(after)
    },
  })
  const orders = ordersForSession(sent, calls.session)
  return {
    orders,
    busy: orders.some(isInFlight),
    send: ({ intent = newIdempotencyKey(), facts, times, ...calls }) => {
      const attempt = { ...calls, intent, facts: facts as Facts, times: calls.look ? times : 0 }
      return send(attempt, (one) => one.intent === intent)
    },
  }
}

/** The hooks of orders, bound to the session of an app. */
export function orderHooks(port: SessionPort, useDraft: DraftHooks['useDraft']): OrderHooks {
  return {
    useOrder: (kind) => useOrderOf(port, useDraft, kind),
    useCommand: () => useCommandOf(port),
  }
}
