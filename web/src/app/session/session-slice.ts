import type { PlayerBalance } from '@kismet/contracts'
import type { PayloadAction } from '@reduxjs/toolkit'
import { createSlice } from '@reduxjs/toolkit'
import type { Session } from './storage.ts'

interface SessionState {
  current: Session | null
  /** While a result is on its way to the eye: the balance that is shown meanwhile. */
  heldBalancePaise: number | null
  /** The release of the bonus comes with an answer and with an event; the player hears of it once. */
  bonusAnnounced: boolean
}

const nobody: SessionState = { current: null, heldBalancePaise: null, bonusAnnounced: false }

/** Who plays here, with the balance that the header shows. */
export const sessionSlice = createSlice({
  name: 'session',
  initialState: nobody,
  reducers: {
    sessionStarted: (_, { payload }: PayloadAction<Session>): SessionState => ({ ...nobody, current: payload }),
    sessionEnded: (): SessionState => nobody,
    /** Answers and events come in any order, late and again: the balance of the highest sequence is the newest. */
    balanceKnown: ({ current }, { payload: { balance, balanceSeq } }: PayloadAction<PlayerBalance>) => {
      if (current && balanceSeq >= current.balanceSeq) Object.assign(current, { balancePaise: balance, balanceSeq })
    },
    /** A stake has left; the result, which is known a moment before it is seen, must not show in the balance first. */
    balanceHeld: (state, { payload }: PayloadAction<{ stakePaise: number }>) => {
      if (state.current) state.heldBalancePaise = state.current.balancePaise - payload.stakePaise
    },
    balanceShown: (state) => {
      state.heldBalancePaise = null
    },
    bonusWasAnnounced: (state) => {
      state.bonusAnnounced = true
    },
    /** The net result as another tab counts it. */
    netKnown: (state, { payload }: PayloadAction<{ netPaise: number }>) => {
      if (state.current) state.current.netPaise = payload.netPaise
    },
    betSettled: (state, { payload }: PayloadAction<{ netPaise: number }>) => {
      if (state.current) state.current.netPaise += payload.netPaise
    },
  },
  selectors: {
    selectSession: (state) => state.current,
    selectToken: (state) => state.current?.token ?? null,
    selectBalancePaise: (state) => state.current?.balancePaise ?? 0,
    selectBonusAnnounced: (state) => state.bonusAnnounced,
    selectShownBalancePaise: (state) => state.heldBalancePaise ?? state.current?.balancePaise ?? 0,
  },
})

export const {
  sessionStarted,
  sessionEnded,
  balanceKnown,
  balanceHeld,
  balanceShown,
  bonusWasAnnounced,
  netKnown,
  betSettled,
} = sessionSlice.actions
export const { selectSession, selectToken, selectBalancePaise, selectShownBalancePaise, selectBonusAnnounced } =
  sessionSlice.selectors
