import type { ListenerMiddlewareInstance } from '@reduxjs/toolkit'
import { createListenerMiddleware } from '@reduxjs/toolkit'
import { api } from '../api.ts'
import { selectToken, sessionEnded, sessionSlice, sessionStarted } from './session-slice.ts'
import { clearSession, writeSession } from './storage.ts'

interface WithSession {
  [sessionSlice.name]: ReturnType<typeof sessionSlice.reducer>
}

/** Keeps the browser's storage as the store has it, and forgets every answer of a session that has ended. */
export function sessionListener(): ListenerMiddlewareInstance<WithSession> {
  const listener = createListenerMiddleware<WithSession>()
  listener.startListening({
    actionCreator: sessionStarted,
    effect: ({ payload }, { dispatch }) => {
      dispatch(api.util.resetApiState())
      writeSession(payload)
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
