import type { PayloadAction } from '@reduxjs/toolkit'
import { createSlice, nanoid } from '@reduxjs/toolkit'

export interface Notice {
  id: string
  tone: 'good' | 'bad'
  title: string
  detail: string | null
}

declare module '../../core/store.ts' {
  interface RootState {
    notices: Notice[]
  }
}

const mostKept = 4

/** The newest messages: good news leaves by itself, what failed stays until it is closed. */
export const noticesSlice = createSlice({
  name: 'notices',
  initialState: [] as Notice[],
  reducers: {
    noticeShown: {
      prepare: (tone: Notice['tone'], title: string, detail: string | null = null) => ({
        payload: { id: nanoid(), tone, title, detail },
      }),
      reducer: (notices, { payload }: PayloadAction<Notice>) => {
        const others = notices.filter(({ title, detail }) => title !== payload.title || detail !== payload.detail)
        return [...others, payload].slice(-mostKept)
      },
    },
    noticeClosed: (notices, { payload: id }: PayloadAction<string>) => notices.filter((notice) => notice.id !== id),
  },
  selectors: { selectNotices: (notices) => notices },
})

export const { noticeShown, noticeClosed } = noticesSlice.actions
export const { selectNotices } = noticesSlice.selectors
