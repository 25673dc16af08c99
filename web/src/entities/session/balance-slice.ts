import type { PlayerBalance, PlayerStanding } from '@kismet/contracts'
import type { ListenerMiddlewareInstance, PayloadAction } from '@reduxjs/toolkit'
import { createListenerMiddleware, createSlice } from '@reduxjs/toolkit'
import type { RootState } from '../../core/store.ts'
import { selectToken, sessionEnded, sessionStarted } from './session-slice.ts'
import type { Figures } from './storage.ts'
import { figureTexts, kept } from './storage.ts'

declare module '../../core/store.ts' {
  interface RootState {
    balance: BalanceState
  }
}

interface BalanceState extends Figures {
  /** While a result is on its way to the eye: what is shown meanwhile. */
  held: { balancePaise: number; netPaise: number } | null
  /** The release of the bonus comes with an answer and with an event; the player hears of it once. */
  bonusAnnounced: boolean
}

const nothing: BalanceState = {
  balancePaise: 0,
  balanceSeq: 0,
  netPaise: 0,
  netSeq: 0,
  held: null,
  bonusAnnounced: false,
}

/** The balance that the header shows, and the net result of all bets, from which that of the session is counted. Both are the server's. */
export const balanceSlice = createSlice({
  name: 'balance',
  initialState: nothing,
  reducers: {
    /** Answers and events come in any order, late and again: the numbers of the highest sequence are the newest. Not all of them have the net result. */
    balanceKnown: (
      state,
      { payload }: PayloadAction<PlayerBalance & { netResult?: PlayerStanding['netResult'] | undefined }>,
    ) => {
      const { balance, balanceSeq, netResult } = payload
      if (balanceSeq >= state.balanceSeq) Object.assign(state, { balancePaise: balance, balanceSeq })
      if (netResult !== undefined && balanceSeq >= state.netSeq)
        Object.assign(state, { netPaise: netResult, netSeq: balanceSeq })
    },
    /** A stake has left; the result, which is known a moment before it is seen, must not show in the numbers first. */
    balanceHeld: (state, { payload }: PayloadAction<{ stakePaise: number }>) => {
      state.held = { balancePaise: state.balancePaise - payload.stakePaise, netPaise: state.netPaise }
    },
    balanceShown: (state) => {
      state.held = null
    },
    bonusWasAnnounced: (state) => {
      state.bonusAnnounced = true
    },
  },
  extraReducers: (build) => {
    build
      .addCase(sessionStarted, (_, { payload }) => ({ ...nothing, ...payload.figures }))
      .addCase(sessionEnded, () => nothing)
  },
  selectors: {
    selectBalancePaise: (state) => state.balancePaise,
    selectShownBalancePaise: (state) => state.held?.balancePaise ?? state.balancePaise,
    selectShownNetPaise: (state) => state.held?.netPaise ?? state.netPaise,
    /** Whether the net result is older than the balance: its news was lost or is on its way. */
    selectIsNetBehind: (state) => state.netSeq < state.balanceSeq,
    /** Whether a result is on its way to the eye. */
    selectIsResultAwaited: (state) => state.held !== null,
    selectBonusAnnounced: (state) => state.bonusAnnounced,
  },
})

export const { balanceKnown, balanceHeld, balanceShown, bonusWasAnnounced } = balanceSlice.actions
export const {
  selectBalancePaise,
  selectShownBalancePaise,
  selectShownNetPaise,
  selectIsNetBehind,
  selectIsResultAwaited,
  selectBonusAnnounced,
} = balanceSlice.selectors

type WithFigures = Pick<RootState, 'session' | 'balance'>

/** Keeps the figures in the browser's storage as the store has them. */
export function figuresListener(): ListenerMiddlewareInstance<WithFigures> {
  const listener = createListenerMiddleware<WithFigures>()
  listener.startListening({
    actionCreator: balanceKnown,
    effect: (_, listenerApi) => {
      const state = listenerApi.getState()
      const token = selectToken(state)
      if (token !== null) kept.writeTexts(token, figureTexts(state.balance))
    },
  })
  return listener
}
