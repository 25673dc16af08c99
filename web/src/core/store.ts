import type { Live } from '@kismet/app-kit/live/live-connection.ts'
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { useDispatch, useSelector } from 'react-redux'
import { api, filesApi } from './api.ts'

/** What the store holds. Each slice adds its own part beside itself (`declare module`), so that no layer needs the one above it. */
export interface RootState {
  [api.reducerPath]: ReturnType<typeof api.reducer>
  [filesApi.reducerPath]: ReturnType<typeof filesApi.reducer>
}

/** What thunks and endpoints have at hand besides the store. */
export interface ThunkExtra {
  readonly live: Live
}

export type AppDispatch = ThunkDispatch<RootState, ThunkExtra, UnknownAction>

export const useAppDispatch = useDispatch.withTypes<AppDispatch>()
export const useAppSelector = useSelector.withTypes<RootState>()
