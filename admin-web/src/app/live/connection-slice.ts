import type { PayloadAction } from '@reduxjs/toolkit'
import { createSlice } from '@reduxjs/toolkit'

/** What is known of the way to the server. All times in ms since the epoch, in this browser's clock. */
interface ConnectionState {
  up: boolean
  /** Since when the live connection is not up. */
  downSinceMs: number
  wasUp: boolean
  /** The last moment at which the numbers were true: a call was answered, or the connection was up. */
  asOfMs: number | null
  /** Whether the last call did not reach the server. */
  unreached: boolean
}

/** `live`: news arrives by itself. `reconnecting`: it does not, but calls are answered. `offline`: nothing comes through. */
export type Connection = 'connecting' | 'live' | 'reconnecting' | 'offline'

/** How long a connection may be away before it is said. */
export const graceMs = 3_000

const unknown: ConnectionState = { up: false, downSinceMs: 0, wasUp: false, asOfMs: null, unreached: false }

export const connectionSlice = createSlice({
  name: 'connection',
  initialState: unknown,
  reducers: {
    /** A session begins: the connection is on its way. */
    connectionAwaited: (_, { payload: atMs }: PayloadAction<number>): ConnectionState => ({
      ...unknown,
      downSinceMs: atMs,
    }),
    connectionUp: (state, { payload: atMs }: PayloadAction<number>) => {
      Object.assign(state, { up: true, wasUp: true, asOfMs: atMs, unreached: false })
    },
    connectionDown: (state, { payload: atMs }: PayloadAction<number>) => {
      if (state.up) Object.assign(state, { up: false, downSinceMs: atMs, asOfMs: atMs })
    },
    callAnswered: (state, { payload: atMs }: PayloadAction<number>) => {
      Object.assign(state, { asOfMs: atMs, unreached: false })
    },
    callUnreached: (state) => {
      state.unreached = true
    },
  },
  selectors: {
    selectConnectionState: (state) => state,
    selectIsUp: (state) => state.up,
    /** Whether a decision can be made: the last call was answered, or news still arrives. */
    selectIsOffline: (state) => !state.up && state.unreached,
  },
})

export const { connectionAwaited, connectionUp, connectionDown, callAnswered, callUnreached } = connectionSlice.actions
export const { selectConnectionState, selectIsUp, selectIsOffline } = connectionSlice.selectors

/** How the connection is shown at `nowMs`. A short absence is not worth a word. */
export function connectionAt(state: ConnectionState, nowMs: number): Connection {
  if (state.up) return 'live'
  if (state.unreached) return 'offline'
  if (nowMs - state.downSinceMs >= graceMs) return 'reconnecting'
  return state.wasUp ? 'live' : 'connecting'
}
