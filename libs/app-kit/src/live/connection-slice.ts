import type { PayloadAction, UnknownAction } from '@reduxjs/toolkit'
import { createSlice, isFulfilled, isRejectedWithValue } from '@reduxjs/toolkit'
import { z } from 'zod'
import { afterAction } from '../after-action.ts'

/** What is known of the way to the server. All times in ms since the epoch, in this browser's clock. */
export interface ConnectionState {
  up: boolean
  /** Since when the live connection is not up. */
  downSinceMs: number
  wasUp: boolean
  /** When the server last answered a question with what was asked for. */
  asOfMs: number | null
  /** Whether the last call did not reach the server. */
  unreached: boolean
  /** Whether its code does not come, asked for as often as it is. */
  isStuck: boolean
  /** How far the server's clock is ahead of this browser's. */
  clockOffsetMs: number
}

/** `live`: news arrives by itself. `reconnecting`: it does not, but calls are answered. `stuck`: neither, until the page is loaded anew. `offline`: nothing comes through. */
export type Connection = 'connecting' | 'live' | 'reconnecting' | 'stuck' | 'offline'

/** How long a connection may be away before it is said, and the first one may take: on a slow phone it comes after all else that its page needs. */
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
    /** A session begins: the connection is on its way. */
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
    /** A question was answered with what was asked for. */
    numbersRead: (state, { payload: atMs }: PayloadAction<number>) => {
      state.asOfMs = atMs
      state.unreached = false
    },
    /** The server was reached, whatever it said. */
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
    /** Whether nothing comes through: the last call was not answered, and no news arrives. */
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

/** How the connection is shown at `nowMs`. A short absence is not worth a word. */
export function connectionAt(state: ConnectionState, nowMs: number): Connection {
  if (state.up) return 'live'
  if (state.unreached) return 'offline'
  if (state.isStuck) return 'stuck'
  // Nobody has begun to connect.
  if (state.downSinceMs === 0) return 'connecting'
  if (nowMs - state.downSinceMs >= (state.wasUp ? graceMs : firstGraceMs)) return 'reconnecting'
  return state.wasUp ? 'live' : 'connecting'
}

const Unreached = z.object({ kind: z.enum(['network', 'timeout']) })
const Question = z.object({ arg: z.object({ type: z.enum(['query', 'infinitequery']) }) })

/** What a call tells about the way to the server. `error`: why it failed, if it failed. */
export const reachabilityAction = (error: unknown): UnknownAction =>
  Unreached.safeParse(error).success ? callUnreached() : callReached()

/** Learns from every call of the API whether the server can be reached, and from every good answer how old the numbers are. */
export const connectionMiddleware = afterAction((action, { dispatch }) => {
  if (isFulfilled(action)) dispatch(Question.safeParse(action.meta).success ? numbersRead(Date.now()) : callReached())
  else if (isRejectedWithValue(action)) dispatch(reachabilityAction(action.payload))
})

/** How often what news would change is asked for: they can be lost, and are away while nothing is connected. */
export const pollMs = { live: 60_000, away: 10_000 } as const
