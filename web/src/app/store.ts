import { combineReducers, configureStore } from '@reduxjs/toolkit'
import { useDispatch, useSelector } from 'react-redux'
import { api } from './api.ts'
import { noticesSlice } from './notices/notices-slice.ts'
import { sessionSlice } from './session/session-slice.ts'
import { sessionListener } from './session/session-listener.ts'

const reducer = combineReducers({
  [api.reducerPath]: api.reducer,
  [sessionSlice.name]: sessionSlice.reducer,
  [noticesSlice.name]: noticesSlice.reducer,
})

export type RootState = ReturnType<typeof reducer>

/** A store of its own for the app, and one for each test. */
export function createStore(): Store {
  return configureStore({
    reducer,
    middleware: (defaults) => defaults().prepend(sessionListener().middleware).concat(api.middleware),
  })
}

type Configured = ReturnType<typeof configureStore<RootState>>
export type Store = Configured
export type AppDispatch = Store['dispatch']

export const useAppDispatch = useDispatch.withTypes<AppDispatch>()
export const useAppSelector = useSelector.withTypes<RootState>()
