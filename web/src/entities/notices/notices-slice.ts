import type { NewsKind, ToastMessage } from '@kismet/ui/feedback/kept-toasts.ts'
import { withToast } from '@kismet/ui/feedback/kept-toasts.ts'
import type { PayloadAction } from '@reduxjs/toolkit'
import { createSlice, nanoid } from '@reduxjs/toolkit'
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

/** The messages on their way past the player: the newest toasts and one banner, of one session. */
export const noticesSlice = createSlice({
  name: 'notices',
  initialState: nothing,
  reducers: {
    toastShown: {
      prepare: (kind: NewsKind, text: string) => ({ payload: { id: nanoid(), kind, text, lastsMs: toastMs } }),
      reducer: (state, { payload }: PayloadAction<ToastMessage>) => {
        state.toasts = withToast(state.toasts, payload)
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
export const { selectToasts, selectBanner } = noticesSlice.selectors
