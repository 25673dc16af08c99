import { createListenerMiddleware, isAnyOf } from '@reduxjs/toolkit'
import type { ListenerMiddlewareInstance } from '@reduxjs/toolkit'
import { api } from '../api.ts'
import { balanceKnown, betSettled, selectSession, sessionEnded, sessionSlice, sessionStarted } from './session-slice.ts'
import { clearSession, writeSession } from './storage.ts'

interface WithSession {
  [sessionSlice.name]: ReturnType<typeof sessionSlice.reducer>
}

/** Keeps the browser's storage as the store has it, and forgets every answer of a session that has ended. */
export function sessionListener(): ListenerMiddlewareInstance<WithSession> {
  const listener = createListenerMiddleware<WithSession>()
  listener.startListening({
    matcher: isAnyOf(sessionStarted, balanceKnown, betSettled),
    effect: (_, listenerApi) => {
      const session = selectSession(listenerApi.getState())
      if (session) writeSession(session)
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
