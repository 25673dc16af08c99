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

type SentDecisions = Readonly<Record<string, SentDecision>>

declare module '../../core/store.ts' {
  interface RootState {
    sentDecisions: SentDecisions
  }
}

const none: SentDecisions = {}

/** The decisions of this session that are not known yet, by their request, whatever page is looked at meanwhile. */
export const sentDecisionsSlice = createSlice({
  name: 'sentDecisions',
  initialState: none,
  reducers: {
    decisionSent: (sent, { payload: { id, verdict } }: PayloadAction<{ id: string; verdict: Verdict }>) => ({
      ...sent,
      [id]: { verdict, isUnclear: false },
    }),
    decisionUnclear: (sent, { payload: id }: PayloadAction<string>) => {
      const decision = sent[id]
      return decision ? { ...sent, [id]: { ...decision, isUnclear: true } } : sent
    },
    decisionKnown: (sent, { payload: id }: PayloadAction<string>) => {
      const { [id]: _, ...others } = sent
      return others
    },
  },
  extraReducers: (build) => {
    build.addCase(sessionStarted, () => none).addCase(sessionEnded, () => none)
  },
  selectors: { selectSentDecision: (sent, id: string | null) => (id === null ? null : (sent[id] ?? null)) },
})

export const { decisionSent, decisionUnclear, decisionKnown } = sentDecisionsSlice.actions
export const { selectSentDecision } = sentDecisionsSlice.selectors
