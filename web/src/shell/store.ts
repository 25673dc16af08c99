import { connectionMiddleware, connectionSlice } from '@kismet/app-kit/live/connection-slice.ts'
import type { ConnectionState } from '@kismet/app-kit/live/connection-slice.ts'
import type { Live } from '@kismet/app-kit/live/live-connection.ts'
import { combineReducers, configureStore } from '@reduxjs/toolkit'
import type { Store as ReduxStore } from '@reduxjs/toolkit'
import { api, filesApi } from '../core/api.ts'
import type { AppDispatch, RootState } from '../core/store.ts'
import { noticesSlice } from '../entities/notices/notices-slice.ts'
import { balanceSlice, figuresMiddleware } from '../entities/session/balance-slice.ts'
import { session } from '../entities/session/session-slice.ts'

declare module '../core/store.ts' {
  interface RootState {
    connection: ConnectionState
  }
}

const reducer = combineReducers({
  [api.reducerPath]: api.reducer,
  [filesApi.reducerPath]: filesApi.reducer,
  session: session.reducer,
  [balanceSlice.name]: balanceSlice.reducer,
  [connectionSlice.name]: connectionSlice.reducer,
  [noticesSlice.name]: noticesSlice.reducer,
})

/** Immer freezes the state: the checks of Redux Toolkit would read all of it again with each action, while developing and in tests. */
const unchecked = { immutableCheck: false, serializableCheck: false } as const

/** A store of its own for the app, and one for each test, with the way to live news. */
export function createStore(live: Live): Store {
  return configureStore({
    reducer,
    middleware: (defaults) =>
      defaults({ ...unchecked, thunk: { extraArgument: { live } } })
        .prepend(session.middleware(api, filesApi), figuresMiddleware, connectionMiddleware)
        .concat(api.middleware, filesApi.middleware),
  })
}

export type Store = ReduxStore<RootState> & { dispatch: AppDispatch }
