import type { PayloadAction } from '@reduxjs/toolkit'
import { createSlice } from '@reduxjs/toolkit'
import { sessionEnded, sessionStarted } from '../session/session-slice.ts'

/** What is decided about a request. */
export type Verdict = { status: 'approved' } | { status: 'rejected'; adminReason: string | undefined }

/** A decision on its way; `isUnclear`: no answer has come, and nobody knows yet whether it counts. */
export interface SentDecision {
  readonly verdict: Verdict
  readonly isUnclear: boolean
}

interface SentDecisions {
  /** Of which nobody knows yet what they came to, by their request. */
  readonly open: Readonly<Record<string, SentDecision>>
  /** Requests that were decided here, newest last: a list that was read before still has them as waiting. */
  readonly decided: readonly string[]
}

declare module '../../core/store.ts' {
  interface RootState {
    sentDecisions: SentDecisions
  }
}

const none: SentDecisions = { open: {}, decided: [] }
const mostKept = 100

/** The decisions of this session, whatever page is looked at meanwhile. */
export const sentDecisionsSlice = createSlice({
  name: 'sentDecisions',
  initialState: none,
  reducers: {
    decisionSent: (
      { open, decided },
      { payload: { id, verdict } }: PayloadAction<{ id: string; verdict: Verdict }>,
    ) => ({
      open: { ...open, [id]: { verdict, isUnclear: false } },
      decided,
    }),
    decisionUnclear: (state, { payload: id }: PayloadAction<string>) => {
      const decision = state.open[id]
      return decision ? { ...state, open: { ...state.open, [id]: { ...decision, isUnclear: true } } } : state
    },
    decisionKnown: ({ open, decided }, { payload: { id, counts } }: PayloadAction<{ id: string; counts: boolean }>) => {
      const { [id]: _, ...others } = open
      return { open: others, decided: counts ? [...decided, id].slice(-mostKept) : decided }
    },
  },
  extraReducers: (build) => {
    build.addCase(sessionStarted, () => none).addCase(sessionEnded, () => none)
  },
  selectors: {
    selectSentDecision: ({ open }, id: string | null) => (id === null ? null : (open[id] ?? null)),
    selectDecidedHere: ({ decided }) => decided,
  },
})

export const { decisionSent, decisionUnclear, decisionKnown } = sentDecisionsSlice.actions
export const { selectSentDecision, selectDecidedHere } = sentDecisionsSlice.selectors
