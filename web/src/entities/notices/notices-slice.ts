import type { CallError } from '@kismet/app-kit/call-error.ts'
import { asCallError } from '@kismet/app-kit/call-error.ts'
import { sessionEndedError } from '@kismet/app-kit/contract-endpoints.ts'
import type { ToastKind, ToastMessage } from '@kismet/ui/feedback/toast-queue.ts'
import { addToast } from '@kismet/ui/feedback/toast-queue.ts'
import type { PayloadAction } from '@reduxjs/toolkit'
import { createSlice, nanoid } from '@reduxjs/toolkit'
import type { AppDispatch } from '../../core/store.ts'
import { sessionEnded, sessionStarted } from '../session/session-slice.ts'

/** A message under the top bar (spec 2.15). */
export interface BannerMessage {
  id: string
  text: string
  durationMs: number
}

interface NoticesState {
  toasts: ToastMessage[]
  banner: BannerMessage | null
}

const bannerMs = 2000
const toastMs = 4_000
const nothing: NoticesState = { toasts: [], banner: null }

declare module '../../core/store.ts' {
  interface RootState {
    notices: NoticesState
  }
}

/** The toasts and the banner of a session. */
export const noticesSlice = createSlice({
  name: 'notices',
  initialState: nothing,
  reducers: {
    toastShown: {
      prepare: (kind: ToastKind, text: string) => ({ payload: { id: nanoid(), kind, text, lastsMs: toastMs } }),
      reducer: (state, { payload }: PayloadAction<ToastMessage>) => {
        state.toasts = addToast(state.toasts, payload)
      },
    },
    toastClosed: (state, { payload: id }: PayloadAction<string>) => {
      state.toasts = state.toasts.filter((toast) => toast.id !== id)
    },
    bannerShown: {
      prepare: (text: string, durationMs: number = bannerMs) => ({ payload: { id: nanoid(), text, durationMs } }),
      reducer: (state, { payload }: PayloadAction<BannerMessage>) => {
        state.banner = payload
      },
    },
    bannerClosed: (state) => {
      state.banner = null
    },
  },
  extraReducers: (build) => {
    build.addCase(sessionStarted, () => nothing).addCase(sessionEnded, () => nothing)
  },
  selectors: {
    selectToasts: (state) => state.toasts,
    selectBanner: (state) => state.banner,
  },
})

export const { toastShown, toastClosed, bannerShown, bannerClosed } = noticesSlice.actions

/** Shows a toast about a failed call. The end of the session aborts calls, which is no failure. */
export const failureShown =
  (error: Parameters<typeof asCallError>[0], words: (failure: CallError) => string) =>
  (dispatch: AppDispatch): void => {
    const isOver = error === sessionEndedError || (!('kind' in error) && error.name === 'AbortError')
    if (!isOver) dispatch(toastShown('bad', words(asCallError(error))))
  }
export const { selectToasts, selectBanner } = noticesSlice.selectors
