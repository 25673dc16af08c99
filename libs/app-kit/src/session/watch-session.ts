import type { Store } from '@reduxjs/toolkit'
import type { ActivityHandlers } from '../activity-watch.ts'
import { listenToInput, watchActivity } from '../activity-watch.ts'
import type { AnySession } from './stored-session.ts'
import type { SessionCore, WithSession } from './session-core.ts'

/** Ends the session after 60 minutes without input, in any epoch. @returns a function that stops this */
function watchInput<S extends AnySession>(
  { stored, sessionEnded }: SessionCore<S>,
  store: Store<WithSession<S>>,
  onActive: ActivityHandlers['onActive'],
): () => void {
  let watched: number | null = null
  let stop = (): void => undefined
  const follow = (): void => {
    const { epoch, current } = store.getState().session
    const wanted = current === null ? null : epoch
    if (wanted === watched) return
    stop()
    stop = () => undefined
    watched = wanted
    if (wanted === null) return
    const { readLastActivity: readLast, writeLastActivity: writeLast } = stored
    stop = watchActivity(
      { nowMs: () => Date.now(), listen: listenToInput, readLast, writeLast },
      { onIdle: () => store.dispatch(sessionEnded('idle')), onActive },
    )
  }
  const unsubscribe = store.subscribe(follow)
  follow()
  return () => {
    unsubscribe()
    stop()
  }
}

/**
 * Ends the session after 60 minutes without input, and follows the logins and logouts of other tabs. A sleeping page gets no storage
 * events, so the stored session is read again when the page is shown. @returns a function that stops this
 */
export function watchSession<S extends AnySession>(
  core: SessionCore<S>,
  store: Store<WithSession<S>>,
  onActive: ActivityHandlers['onActive'],
): () => void {
  const { stored, selectToken, sessionStarted, sessionEnded } = core
  const follow = (): void => {
    const session = stored.read()
    if ((session?.token ?? null) === selectToken(store.getState())) return
    store.dispatch(session ? sessionStarted(session) : sessionEnded('other-tab'))
  }
  const onStorage = ({ key }: StorageEvent): void => {
    if (stored.isConcerned(key)) follow()
  }
  const onShown = (): void => {
    if (document.visibilityState === 'visible') follow()
  }
  window.addEventListener('storage', onStorage)
  window.addEventListener('pageshow', onShown)
  document.addEventListener('visibilitychange', onShown)
  follow()
  const stopInput = watchInput(core, store, onActive)
  return () => {
    stopInput()
    window.removeEventListener('storage', onStorage)
    window.removeEventListener('pageshow', onShown)
    document.removeEventListener('visibilitychange', onShown)
  }
}
