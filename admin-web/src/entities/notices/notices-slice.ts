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

/** The notices of a session. A success closes by itself or for a newer notice. A failure stays until it is closed. Each new session starts empty. */
export const noticesSlice = createSlice({
  name: 'notices',
  initialState: [] as ToastMessage[],
  reducers: {
    noticeShown: {
      prepare: (kind: 'good' | 'bad', text: string, detail: string | null = null) => ({
        payload: { id: nanoid(), kind, text, detail, lastsMs: kind === 'good' ? goodMs : null },
      }),
      reducer: (notices, { payload }: PayloadAction<ToastMessage>) => {
        const others = notices.filter(({ text, detail }) => text !== payload.text || detail !== payload.detail)
        return addToast(others, payload)
      },
    },
    noticeClosed: (notices, { payload: id }: PayloadAction<string>) => notices.filter((notice) => notice.id !== id),
  },
  extraReducers: (build) => {
    build.addCase(sessionStarted, () => []).addCase(sessionEnded, () => [])
  },
  selectors: { selectNotices: (notices) => notices },
})

export const { noticeShown, noticeClosed } = noticesSlice.actions
export const { selectNotices } = noticesSlice.selectors
