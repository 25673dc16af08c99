import type { BaseQueryApi } from '@reduxjs/toolkit/query'
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { useMemo, useState } from 'react'
import { useSelector, useStore } from 'react-redux'
import { z } from 'zod'
import type { Sent } from './ask-until-known.ts'
import type { KeptForms } from './kept-form.ts'
import { keepText, useKeptText } from './kept-form.ts'
import type { Ended, Happened, Order } from './order.ts'
import { carryOut, isInFlight, ordersAfter, ordersIn } from './order.ts'
import { callTold } from './live/connection-slice.ts'
import { unanswered } from './call-error.ts'
import { logWarning } from './log.ts'
import { newIdempotencyKey } from './random.ts'
import { readJson } from './session/kept-session.ts'
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

/** One press of the button of a form. */
interface Attempt<Facts, T> {
  readonly intent: string
  readonly facts: Facts
  /** Sends with the key and the facts of the first attempt, if an equal order may have arrived. */
  readonly send: (order: Pick<Order<Facts>, 'key' | 'facts'>, api: CallApi) => Promise<Sent<T>>
  readonly look?: (order: Pick<Order<Facts>, 'key' | 'facts'>, api: CallApi) => Promise<Sent<T>>
  readonly times?: number
  /** Called when the first answer is lost. */
  readonly onUnanswered?: () => void
}

/** A form with its draft and its orders that may have arrived. */
export interface OrderForm<Draft, Facts> {
  readonly draft: Draft
  readonly change: (next: (before: Draft) => Draft) => void
  readonly orders: readonly Order<Facts>[]
  readonly busy: boolean
  /** Sends an order, and waits for its outcome. Null: the session has ended, or an order of this form is in flight. */
  readonly send: <T>(attempt: Attempt<Facts, T>) => Promise<Ended<T> | null>
  /** A list of the server shows the order with this key. */
  readonly found: (key: string) => void
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
  /** An order without a key and a draft. Null: the session has ended, so the outcome is not shown. */
  readonly useCommand: () => {
    readonly busy: boolean
    readonly send: <T>(command: Command<T>) => Promise<Ended<T> | null>
  }
}

/** An order that has no key. `look` reads where it would show; without `look` it is sent once. */
interface Command<T> {
  readonly send: (api: CallApi) => Promise<Sent<T>>
  readonly look?: (api: CallApi) => Promise<Sent<T>>
  readonly times?: number
  /** Called when the first answer is lost. */
  readonly onUnanswered?: () => void
}

/** Epochs begin again with each load of a page, and this text does not. */
const page = newIdempotencyKey()

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
  readonly told: <T>(call: (api: CallApi) => Promise<Sent<T>>) => Promise<Sent<T>>
}

interface Calls {
  readonly session: string
  /** Runs an order in the session of this moment. The end of that session aborts the calls of the order. */
  readonly during: <R>(run: (here: Here) => Promise<R>) => Promise<R>
}

function useCalls({ epochOf, whileInFlight = (order) => order }: Omit<SessionPort, 'useOwner'>): Calls {
  const store = useStore()
  const nameOf = (state: unknown): string => `${page}:${epochOf({ getState: () => state }).epoch}`
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
        if (isHere()) dispatch(callTold('error' in sent ? sent.error : undefined))
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

function useOrderOf<Draft, Facts>(
  port: SessionPort,
  { useKeptForm }: KeptForms,
  kind: OrderKind<Draft, Facts>,
): OrderForm<Draft, Facts> {
  const [draft, change] = useKeptForm(kind.name, kind.draft, kind.empty)
  const storageKey = `${kind.untilLogout === true ? 'form:' : ''}order:${kind.name}:${port.useOwner()}`
  const { session, during } = useCalls(port)
  const read = (text: string | null): readonly Order<Facts>[] => readJson(keptOrders(kind.facts), text) ?? []
  const text = useKeptText(storageKey)
  const orders = useMemo(() => ordersIn(read(text), session), [text, session])

  const ordersNow = (): readonly Order<Facts>[] => read(sessionStorage.getItem(storageKey))
  const happen = (happened: Happened<Facts>): void => {
    const before = ordersNow()
    const after = ordersAfter(before, happened)
    if (after !== before) keepText(storageKey, after.length === 0 ? null : JSON.stringify(after))
  }
  const send = <T>({ intent, facts, look, ...attempt }: Attempt<Facts, T>): Promise<Ended<T> | null> =>
    during(async ({ session: began, isHere, told }) => {
      if (ordersIn(ordersNow(), began).some(isInFlight)) return null
      happen({ type: 'sent', session: began, order: { intent, facts, key: newIdempotencyKey() } })
      const order = ordersNow().find((one) => one.intent === intent)
      if (!order) throw new Error('The order was not stored')
      const { key } = order
      const ended = await carryOut(isHere, {
        send: () => told((api) => attempt.send(order, api)),
        ...(look && { look: () => told((api) => look(order, api)) }),
        ...(attempt.times !== undefined && { times: attempt.times }),
        onUnanswered: () => {
          happen({ type: 'unanswered', session: began, key })
          attempt.onUnanswered?.()
        },
      }).catch((error: unknown): Ended<T> => {
        logWarning('An order failed in the page, so its outcome is unknown', error)
        return { is: 'lost', error: unanswered('malformed') }
      })
      if (ended !== null) happen({ type: ended.is, session: began, key })
      return ended
    })
  return {
    draft,
    change,
    orders,
    busy: orders.some(isInFlight),
    send,
    found: (key) => happen({ type: 'found', session, key }),
  }
}

function useCommandOf(port: SessionPort): ReturnType<OrderHooks['useCommand']> {
  const { during } = useCalls(port)
  const [busy, setBusy] = useState(false)
  const send = async <T>({ send: sendOnce, look, times, onUnanswered }: Command<T>): Promise<Ended<T> | null> => {
    setBusy(true)
    try {
      return await during(({ isHere, told }) =>
        carryOut(isHere, {
          send: () => told(sendOnce),
          ...(look ? { look: () => told(look), ...(times !== undefined && { times }) } : { times: 0 }),
          ...(onUnanswered && { onUnanswered }),
        }),
      )
    } finally {
      setBusy(false)
    }
  }
  return { busy, send }
}

/** The hooks of orders, bound to the session of an app. */
export function orderHooks(port: SessionPort, forms: KeptForms): OrderHooks {
  return {
    useOrder: (kind) => useOrderOf(port, forms, kind),
    useCommand: () => useCommandOf(port),
  }
}
