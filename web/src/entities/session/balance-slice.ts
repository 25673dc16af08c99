import { afterAction } from '@kismet/app-kit/after-action.ts'
import type { PlayerBalance, PlayerStanding } from '@kismet/contracts'
import type { PayloadAction } from '@reduxjs/toolkit'
import { createSlice } from '@reduxjs/toolkit'
import type { RootState } from '../../core/store.ts'
import { selectToken, sessionEnded, sessionStarted } from './session-slice.ts'
import type { Figures } from './storage.ts'
import { figureTexts, storedSession } from './storage.ts'

declare module '../../core/store.ts' {
  interface RootState {
    balance: BalanceState
  }
}

interface BalanceState extends Figures {
  /** The time of the last answer with a balance, in ms since the epoch. Null before the first answer. */
  asOfMs: number | null
  /** While results are animated: the figures before them, and the deducted stakes by game. */
  held: { balancePaise: number; netPaise: number; stakesPaise: Readonly<Record<string, number>> } | null
  /** Whether the outcome of a bet is being looked up. */
  isBetChecked: boolean
  /** The release of the bonus arrives with an answer and with an event, but is shown once. */
  bonusAnnounced: boolean
}

type KnownBalance = PlayerBalance & { netResult?: PlayerStanding['netResult'] | undefined }

const nothing: BalanceState = {
  balancePaise: 0,
  balanceSeq: 0,
  netPaise: 0,
  netSeq: 0,
  asOfMs: null,
  held: null,
  isBetChecked: false,
  bonusAnnounced: false,
}

/** The balance of the header and the net result of all bets, both from the server. */
export const balanceSlice = createSlice({
  name: 'balance',
  initialState: nothing,
  reducers: {
    /** Answers and events arrive late, twice and in any order, so the highest sequence wins. Only some have the net result. */
    balanceKnown: {
      prepare: (payload: KnownBalance) => ({ payload, meta: { atMs: Date.now() } }),
      reducer: (state, { payload, meta }: PayloadAction<KnownBalance, string, { atMs: number }>) => {
        const { balance, balanceSeq, netResult } = payload
        if (balanceSeq >= state.balanceSeq)
          Object.assign(state, { balancePaise: balance, balanceSeq, asOfMs: meta.atMs })
        if (netResult !== undefined && balanceSeq >= state.netSeq)
          Object.assign(state, { netPaise: netResult, netSeq: balanceSeq })
      },
    },
    /** A stake was deducted. The figures must not show the result before the animation does. */
    balanceHeld: (state, { payload: { game, stakePaise } }: PayloadAction<{ game: string; stakePaise: number }>) => {
      const { balancePaise, netPaise, stakesPaise } = state.held ?? { ...state, stakesPaise: {} }
      state.held = { balancePaise, netPaise, stakesPaise: { ...stakesPaise, [game]: stakePaise } }
    },
    /** A game shows its result, or has no result. `by` moves the figures while stakes of other games are held. */
    balanceShown: (
      state,
      { payload }: PayloadAction<{ game: string; by?: Pick<Figures, 'balancePaise' | 'netPaise'> }>,
    ) => {
      if (state.held === null) return
      const { game, by = { balancePaise: 0, netPaise: 0 } } = payload
      const { balancePaise, netPaise, stakesPaise } = state.held
      const others = Object.fromEntries(Object.entries(stakesPaise).filter(([name]) => name !== game))
      const figures = { balancePaise: balancePaise + by.balancePaise, netPaise: netPaise + by.netPaise }
      state.held = Object.keys(others).length === 0 ? null : { ...figures, stakesPaise: others }
    },
    betChecked: (state, { payload }: PayloadAction<{ isOn: boolean }>) => {
      state.isBetChecked = payload.isOn
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
    selectBalanceAsOfMs: (state) => state.asOfMs,
    selectShownBalancePaise: ({ held, balancePaise }) =>
      held ? Object.values(held.stakesPaise).reduce((left, stake) => left - stake, held.balancePaise) : balancePaise,
    selectShownNetPaise: (state) => state.held?.netPaise ?? state.netPaise,
    /** Whether the net result is older than the balance, because its event was lost or is late. */
    selectIsNetBehind: (state) => state.netSeq < state.balanceSeq,
    /** Whether a result is animated, or may follow. */
    selectIsResultAwaited: (state) => state.held !== null || state.isBetChecked,
    /** Whether the first-deposit bonus can still come. No deposit can have been credited before the first ledger entry. */
    selectIsBonusAhead: (state) => state.balanceSeq === 0,
    selectBonusAnnounced: (state) => state.bonusAnnounced,
  },
})

export const { balanceKnown, balanceHeld, balanceShown, betChecked, bonusWasAnnounced } = balanceSlice.actions
export const {
  selectBalancePaise,
  selectBalanceAsOfMs,
  selectShownBalancePaise,
  selectShownNetPaise,
  selectIsNetBehind,
  selectIsResultAwaited,
  selectIsBonusAhead,
  selectBonusAnnounced,
} = balanceSlice.selectors

type WithFigures = Pick<RootState, 'session' | 'balance'>

/** Writes the figures to localStorage. */
export const figuresMiddleware = afterAction<WithFigures>((action, store) => {
  if (!balanceKnown.match(action)) return
  const state = store.getState()
  const token = selectToken(state)
  if (token !== null) storedSession.writeTexts(token, figureTexts(state.balance))
})
