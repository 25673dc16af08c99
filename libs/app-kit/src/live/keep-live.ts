import type { Action, Store, UnknownAction } from '@reduxjs/toolkit'
import { z } from 'zod'
import type { Epoch } from '../session/session-core.ts'
import {
  callUnreached,
  clockLearnt,
  connectionAwaited,
  connectionDown,
  connectionStuck,
  connectionUp,
} from './connection-slice.ts'
import type { Live } from './live-connection.ts'

interface AskingApi {
  readonly reducerPath: string
  /** The action of RTK Query that refetches all queries of the page, also failed queries. */
  readonly internalActions: { readonly onOnline: () => Action }
  readonly endpoints: Readonly<Record<string, unknown>>
}

/** An endpoint of RTK Query that can be refetched. */
interface Question {
  readonly initiate: (input: unknown, how: { forceRefetch: true; subscribe: false }) => UnknownAction
}

/** The queries in the state of RTK Query. */
const Asked = z.object({
  queries: z.record(
    z.string(),
    z.object({
      status: z.string().optional(),
      endpointName: z.string().optional(),
      originalArgs: z.unknown().optional(),
    }),
  ),
})

/** A first connection this soon after the start of a session has missed no event since the first queries. */
const justToldMs = 3_000

/** The parts of an app: its store, its session, and the API whose queries are refetched. */
interface LiveApp {
  readonly store: Pick<Store, 'dispatch' | 'getState' | 'subscribe'>
  readonly live: Live
  readonly epochOf: (store: { getState: () => unknown }) => Epoch
  readonly api: AskingApi
  /** The server does not know the session. */
  readonly ended: () => UnknownAction
}

/** Refetches failed queries. */
function askFailedAgain({ store, api }: Pick<LiveApp, 'store' | 'api'>): void {
  const state = store.getState() as Readonly<Record<string, unknown>>
  for (const { status, endpointName, originalArgs } of Object.values(Asked.parse(state[api.reducerPath]).queries)) {
    if (status !== 'rejected' || endpointName === undefined) continue
    const question = api.endpoints[endpointName] as Question
    store.dispatch(question.initiate(originalArgs, { forceRefetch: true, subscribe: false }))
  }
}

/**
 * Keeps a live connection during a session, and its state in the store. Each reconnect refetches all queries of the page, because
 * events may be lost. An early first connection refetches only failed queries. @returns a function that stops this
 */
export function keepLive({ store, live, epochOf, api, ended }: LiveApp): () => void {
  let followed: number | null = null
  let isFirst = true
  let awaitedAtMs = 0
  const askAgain = (): void => void store.dispatch(api.internalActions.onOnline())
  live.handle({
    up: () => {
      store.dispatch(connectionUp())
      if (isFirst && Date.now() - awaitedAtMs < justToldMs) askFailedAgain({ store, api })
      else askAgain()
    },
    down: () => {
      isFirst = false
      store.dispatch(connectionDown(Date.now()))
      if (!navigator.onLine) store.dispatch(callUnreached())
    },
    ended: () => store.dispatch(ended()),
    notLoaded: () => {
      if (navigator.onLine) store.dispatch(connectionStuck())
    },
    clock: (offsetMs) => store.dispatch(clockLearnt(offsetMs)),
  })
  const follow = (): void => {
    const { epoch, token } = epochOf(store)
    if (epoch === followed) return
    followed = epoch
    live.close()
    if (token === null) return
    isFirst = true
    awaitedAtMs = Date.now()
    store.dispatch(connectionAwaited(awaitedAtMs))
    live.open(token)
  }
  // Without a session, no connection reports that the network is back.
  const onOnline = (): void => (epochOf(store).token === null ? askAgain() : live.check())
  const onOffline = (): void => void store.dispatch(callUnreached())
  const onShown = (): void => {
    if (document.visibilityState === 'visible') live.check()
  }
  const unsubscribe = store.subscribe(follow)
  window.addEventListener('online', onOnline)
  window.addEventListener('offline', onOffline)
  document.addEventListener('visibilitychange', onShown)
  follow()
  return () => {
    unsubscribe()
    window.removeEventListener('online', onOnline)
    window.removeEventListener('offline', onOffline)
    document.removeEventListener('visibilitychange', onShown)
    live.close()
  }
}
