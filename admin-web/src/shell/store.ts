import { connectionMiddleware, connectionSlice } from '@kismet/app-kit/live/connection-slice.ts'
import type { ConnectionState } from '@kismet/app-kit/live/connection-slice.ts'
import { combineReducers, configureStore, createListenerMiddleware } from '@reduxjs/toolkit'
import type { Store as ReduxStore } from '@reduxjs/toolkit'
import { api, filesApi } from '../core/api.ts'
import type { AppDispatch, RootState } from '../core/store.ts'
import { noticesSlice } from '../entities/notices/notices-slice.ts'
import { session, sessionStarted } from '../entities/session/session-slice.ts'
import type { AdminSession } from '../entities/session/storage.ts'

declare module '../core/store.ts' {
  interface RootState {
    connection: ConnectionState
  }
}

const reducer = combineReducers({
  [api.reducerPath]: api.reducer,
  [filesApi.reducerPath]: filesApi.reducer,
  session: session.reducer,
  [connectionSlice.name]: connectionSlice.reducer,
  [noticesSlice.name]: noticesSlice.reducer,
})

/** Immer freezes the state: the checks of Redux Toolkit would read all of it again with each action, while developing and in tests. */
const unchecked = { immutableCheck: false, serializableCheck: false } as const

/** A store of its own for the app, and one for each test: with the session that the browser has kept. */
export function createStore(kept: AdminSession | null): Store {
  const store = configureStore({
    reducer,
    middleware: (defaults) =>
      defaults(unchecked)
        // The last one is for queries that listen to claims (claim-updates.ts).
        .prepend(session.middleware(api, filesApi), connectionMiddleware, createListenerMiddleware().middleware)
        .concat(api.middleware, filesApi.middleware),
  })
  if (kept) store.dispatch(sessionStarted(kept))
  return store
}

export type Store = ReduxStore<RootState> & { dispatch: AppDispatch }
