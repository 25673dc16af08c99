import type { PayloadAction, UnknownAction } from '@reduxjs/toolkit'
import { createSlice, isFulfilled, isRejectedWithValue } from '@reduxjs/toolkit'
import { z } from 'zod'
import { afterAction } from '../after-action.ts'

/** The state of the live connection and of the network. Times are ms since the epoch in the browser's clock. */
export interface ConnectionState {
  up: boolean
  /** The start of the current downtime. */
  downSinceMs: number
  wasUp: boolean
  /** The time of the last successful query. */
  asOfMs: number | null
  /** Whether the last call did not reach the server. */
  unreached: boolean
  /** Whether the code of the connection cannot be loaded. */
  isStuck: boolean
  /** How far the server's clock is ahead of this browser's. */
  clockOffsetMs: number
}

/** `live`: events arrive. `reconnecting`: no events, but calls are answered. `stuck`: no connection before a reload. `offline`: the server cannot be reached. */
export type Connection = 'connecting' | 'live' | 'reconnecting' | 'stuck' | 'offline'

/** How long a lost connection, and the first connection, may take before the page shows it. On a slow phone the first connection comes last. */
export const graceMs = 3_000
export const firstGraceMs = 10_000

const unknown: ConnectionState = {
  up: false,
  downSinceMs: 0,
  wasUp: false,
  asOfMs: null,
  unreached: false,
  isStuck: false,
  clockOffsetMs: 0,
}

export const connectionSlice = createSlice({
  name: 'connection',
  initialState: unknown,
  reducers: {
    /** A session began, and the connection opens. */
    connectionAwaited: ({ clockOffsetMs }, { payload: atMs }: PayloadAction<number>): ConnectionState => ({
      ...unknown,
      clockOffsetMs,
      downSinceMs: atMs,
    }),
    connectionUp: (state) => {
      Object.assign(state, { up: true, wasUp: true, unreached: false, isStuck: false })
    },
    connectionDown: (state, { payload: atMs }: PayloadAction<number>) => {
      if (state.up) Object.assign(state, { up: false, downSinceMs: atMs })
    },
    connectionStuck: (state) => {
      state.isStuck = true
    },
    /** A query succeeded. */
    numbersRead: (state, { payload: atMs }: PayloadAction<number>) => {
      state.asOfMs = atMs
      state.unreached = false
    },
    /** The server answered a call, perhaps with a refusal. */
    callReached: (state) => {
      state.unreached = false
    },
    callUnreached: (state) => {
      state.unreached = true
    },
    clockLearnt: (state, { payload: offsetMs }: PayloadAction<number>) => {
      state.clockOffsetMs = offsetMs
    },
  },
  selectors: {
    selectConnectionState: (state) => state,
    selectIsUp: (state) => state.up,
    /** Whether the last call was not answered and no live connection is up. */
    selectIsOffline: (state) => !state.up && state.unreached,
    selectClockOffsetMs: (state) => state.clockOffsetMs,
  },
})

export const {
  connectionAwaited,
  connectionUp,
  connectionDown,
  connectionStuck,
  numbersRead,
  callReached,
  callUnreached,
  clockLearnt,
} = connectionSlice.actions
export const { selectConnectionState, selectIsUp, selectIsOffline, selectClockOffsetMs } = connectionSlice.selectors

/** The shown state of the connection at `nowMs`. A short outage is not shown. */
export function connectionAt(state: ConnectionState, nowMs: number): Connection {
  if (state.up) return 'live'
  if (state.unreached) return 'offline'
  if (state.isStuck) return 'stuck'
  // No session has begun.
  if (state.downSinceMs === 0) return 'connecting'
  if (nowMs - state.downSinceMs >= (state.wasUp ? graceMs : firstGraceMs)) return 'reconnecting'
  return state.wasUp ? 'live' : 'connecting'
}

const Unreached = z.object({ kind: z.enum(['network', 'timeout']) })
const Question = z.object({ arg: z.object({ type: z.enum(['query', 'infinitequery']) }) })

/** The action that reports whether a call reached the server. `error`: the failure of the call, if any. */
export const reachabilityAction = (error: unknown): UnknownAction =>
  Unreached.safeParse(error).success ? callUnreached() : callReached()

/** Records from each call whether the server can be reached, and from each successful query the age of the data. */
export const connectionMiddleware = afterAction((action, { dispatch }) => {
  if (isFulfilled(action)) dispatch(Question.safeParse(action.meta).success ? numbersRead(Date.now()) : callReached())
  else if (isRejectedWithValue(action)) dispatch(reachabilityAction(action.payload))
})

/** Polling intervals beside events: an event can be lost, and no event arrives while the connection is down. */
export const pollMs = { live: 60_000, away: 10_000 } as const
