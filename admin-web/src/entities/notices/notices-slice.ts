import type { ToastMessage } from '@kismet/ui/feedback/toast-queue.ts'
import { addToast } from '@kismet/ui/feedback/toast-queue.ts'
import type { PayloadAction } from '@reduxjs/toolkit'
import { createSlice, nanoid } from '@reduxjs/toolkit'
import { sessionEnded, sessionStarted } from '../session/session-slice.ts'

declare module '../../core/store.ts' {
  interface RootState {
    notices: ToastMessage[]
  }
}

const goodMs = 5_000

/** The toasts of a session. A success closes by itself or for a newer toast. A failure stays until it is closed. Each new session starts empty. */
export const noticesSlice = createSlice({
  name: 'notices',
  initialState: [] as ToastMessage[],
  reducers: {
    toastShown: {
      prepare: (kind: 'good' | 'bad', text: string, detail: string | null = null) => ({
        payload: { id: nanoid(), kind, text, detail, lastsMs: kind === 'good' ? goodMs : null },
      }),
      reducer: (toasts, { payload }: PayloadAction<ToastMessage>) => {
        const others = toasts.filter(({ text, detail }) => text !== payload.text || detail !== payload.detail)
        return addToast(others, payload)
      },
    },
    toastClosed: (toasts, { payload: id }: PayloadAction<string>) => toasts.filter((toast) => toast.id !== id),
  },
  extraReducers: (build) => {
    build.addCase(sessionStarted, () => []).addCase(sessionEnded, () => [])
  },
  selectors: { selectToasts: (toasts) => toasts },
})

export const { toastShown, toastClosed } = noticesSlice.actions
export const { selectToasts } = noticesSlice.selectors
