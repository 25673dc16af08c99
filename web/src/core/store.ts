import type { Live } from '@kismet/app-kit/live/live-connection.ts'
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { useDispatch, useSelector } from 'react-redux'
import { api, filesApi } from './api.ts'

/** The state of the store. Each slice adds its part by `declare module`, so that no layer imports a higher layer. */
export interface RootState {
  [api.reducerPath]: ReturnType<typeof api.reducer>
  [filesApi.reducerPath]: ReturnType<typeof filesApi.reducer>
}

/** The extra argument of thunks. */
export interface ThunkExtra {
  readonly live: Live
}

export type AppDispatch = ThunkDispatch<RootState, ThunkExtra, UnknownAction>

export const useAppDispatch = useDispatch.withTypes<AppDispatch>()
export const useAppSelector = useSelector.withTypes<RootState>()
