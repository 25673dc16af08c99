import { createListenerMiddleware, isAnyOf } from '@reduxjs/toolkit'
import type { ListenerMiddlewareInstance } from '@reduxjs/toolkit'
import { api } from '../api.ts'
import {
  balanceKnown,
  betSettled,
  selectSession,
  selectToken,
  sessionEnded,
  sessionSlice,
  sessionStarted,
} from './session-slice.ts'
import { clearSession, writeFigures, writeSession } from './storage.ts'

interface WithSession {
  [sessionSlice.name]: ReturnType<typeof sessionSlice.reducer>
}

/** Keeps the browser's storage as the store has it, and forgets every answer of a session that has ended. */
export function sessionListener(): ListenerMiddlewareInstance<WithSession> {
  const listener = createListenerMiddleware<WithSession>()
  listener.startListening({
    actionCreator: sessionStarted,
    effect: ({ payload }, { dispatch, getOriginalState }) => {
      // Another tab has logged in anew: what this one holds is of the session before.
      if (selectToken(getOriginalState()) !== null) dispatch(api.util.resetApiState())
      writeSession(payload)
    },
  })
  listener.startListening({
    matcher: isAnyOf(balanceKnown, betSettled),
    effect: (_, listenerApi) => {
      const session = selectSession(listenerApi.getState())
      if (session) writeFigures(session)
    },
  })
  listener.startListening({
    actionCreator: sessionEnded,
    effect: (_, listenerApi) => {
      clearSession(selectToken(listenerApi.getOriginalState()))
      listenerApi.dispatch(api.util.resetApiState())
    },
  })
  return listener
}
