import type { JoinLive } from '@kismet/app-kit/live-connection.ts'
import { combineReducers, configureStore } from '@reduxjs/toolkit'
import { useDispatch, useSelector } from 'react-redux'
import { api } from './api.ts'
import { callsListener } from './live/calls-listener.ts'
import { connectionSlice } from './live/connection-slice.ts'
import { liveListener } from './live/live-listener.ts'
import { noticesSlice } from './notices/notices-slice.ts'
import { sessionListener } from './session/session-listener.ts'
import { sessionSlice, sessionStarted } from './session/session-slice.ts'
import type { AdminSession } from './session/storage.ts'

const reducer = combineReducers({
  [api.reducerPath]: api.reducer,
  [sessionSlice.name]: sessionSlice.reducer,
  [connectionSlice.name]: connectionSlice.reducer,
  [noticesSlice.name]: noticesSlice.reducer,
})

export type RootState = ReturnType<typeof reducer>

/** A store of its own for the app, and one for each test: with the session that the browser has kept, and the way to live news. */
export function createStore(session: AdminSession | null, joinLive: JoinLive): Store {
  const store = configureStore({
    reducer,
    middleware: (defaults) =>
      defaults()
        .prepend(sessionListener().middleware, liveListener(joinLive).middleware, callsListener().middleware)
        .concat(api.middleware),
  })
  if (session) store.dispatch(sessionStarted(session))
  return store
}

type Configured = ReturnType<typeof configureStore<RootState>>
export type Store = Configured
export type AppDispatch = Store['dispatch']

export const useAppDispatch = useDispatch.withTypes<AppDispatch>()
export const useAppSelector = useSelector.withTypes<RootState>()
