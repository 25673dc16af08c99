import type { PayloadAction } from '@reduxjs/toolkit'
import { createSlice } from '@reduxjs/toolkit'
import type { AdminSession } from './storage.ts'

/** Why nobody is logged in any more: by the own wish, after 60 minutes without input, or because the server said so. */
export type EndReason = 'logout' | 'idle' | 'ended'

interface SessionState {
  current: AdminSession | null
  endReason: EndReason | null
}

const nobody: SessionState = { current: null, endReason: null }

/** Who is logged in. */
export const sessionSlice = createSlice({
  name: 'session',
  initialState: nobody,
  reducers: {
    sessionStarted: (_, { payload }: PayloadAction<AdminSession>): SessionState => ({
      current: payload,
      endReason: null,
    }),
    sessionEnded: (state, { payload }: PayloadAction<EndReason>): SessionState =>
      state.current ? { current: null, endReason: payload } : state,
  },
  selectors: {
    selectSession: (state) => state.current,
    selectToken: (state) => state.current?.token ?? null,
    selectEndReason: (state) => state.endReason,
  },
})

export const { sessionStarted, sessionEnded } = sessionSlice.actions
export const { selectSession, selectToken, selectEndReason } = sessionSlice.selectors
