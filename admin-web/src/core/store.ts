import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { useDispatch, useSelector } from 'react-redux'
import { api, filesApi } from './api.ts'

/** What the store holds. Each slice adds its own part beside itself (`declare module`), so that no layer needs the one above it. */
export interface RootState {
  [api.reducerPath]: ReturnType<typeof api.reducer>
  [filesApi.reducerPath]: ReturnType<typeof filesApi.reducer>
}

export type AppDispatch = ThunkDispatch<RootState, undefined, UnknownAction>

export const useAppDispatch = useDispatch.withTypes<AppDispatch>()
export const useAppSelector = useSelector.withTypes<RootState>()
