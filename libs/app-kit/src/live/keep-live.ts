import type { Action, Store, UnknownAction } from '@reduxjs/toolkit'
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

/** What an app brings: its store, whose session it is, and the API whose answers are asked for again. */
interface LiveApp {
  readonly store: Pick<Store, 'dispatch' | 'getState' | 'subscribe'>
  readonly live: Live
  readonly epochOf: (store: { getState: () => unknown }) => Epoch
  /** RTK Query's own 'the network is back': every answer on the page is asked for again, those that failed too. */
  readonly api: { readonly internalActions: { readonly onOnline: () => Action } }
  /** The server does not know the session. */
  readonly ended: () => UnknownAction
}

/**
 * Keeps a live connection for as long as somebody is logged in, and what is known of it in the store. On each connect, the first one too, all that is on the page is
 * asked again: nobody knows what was said before. Answers with a function that stops it.
 */
export function keepLive({ store, live, epochOf, api, ended }: LiveApp): () => void {
  let followed: number | null = null
  const askAgain = (): void => void store.dispatch(api.internalActions.onOnline())
  live.handle({
    up: () => {
      store.dispatch(connectionUp())
      askAgain()
    },
    down: () => {
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
    store.dispatch(connectionAwaited(Date.now()))
    live.open(token)
  }
  // Who is not logged in has no connection whose return would tell that the network is back.
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
