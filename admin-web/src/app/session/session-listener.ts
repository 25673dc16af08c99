import type { ListenerMiddlewareInstance } from '@reduxjs/toolkit'
import { createListenerMiddleware } from '@reduxjs/toolkit'
import { api } from '../api.ts'
import { sessionEnded, sessionStarted } from './session-slice.ts'
import { clearSession, writeSession } from './storage.ts'

/** Keeps the browser's storage as the store has it, and forgets every answer of a session that has ended. */
export function sessionListener(): ListenerMiddlewareInstance {
  const listener = createListenerMiddleware()
  listener.startListening({
    actionCreator: sessionStarted,
    effect: ({ payload }, { dispatch }) => {
      dispatch(api.util.resetApiState())
      writeSession(payload)
    },
  })
  listener.startListening({
    actionCreator: sessionEnded,
    effect: (_, { dispatch }) => {
      clearSession()
      dispatch(api.util.resetApiState())
    },
  })
  return listener
}
