import type { ListenerMiddlewareInstance } from '@reduxjs/toolkit'
import { createListenerMiddleware, isFulfilled, isRejectedWithValue } from '@reduxjs/toolkit'
import { z } from 'zod'
import { callAnswered, callUnreached } from './connection-slice.ts'

const Unreached = z.object({ kind: z.enum(['network', 'timeout']) })

/** Learns from every call of the API whether the server can be reached: a refusal is an answer too. */
export function callsListener(): ListenerMiddlewareInstance {
  const listener = createListenerMiddleware()
  listener.startListening({
    matcher: isFulfilled,
    effect: (_, { dispatch }) => {
      dispatch(callAnswered(Date.now()))
    },
  })
  listener.startListening({
    matcher: isRejectedWithValue,
    effect: ({ payload }, { dispatch }) => {
      dispatch(Unreached.safeParse(payload).success ? callUnreached() : callAnswered(Date.now()))
    },
  })
  return listener
}
