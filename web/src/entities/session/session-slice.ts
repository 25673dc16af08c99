import type { SessionState } from '@kismet/app-kit/session/session-core.ts'
import { sessionCore } from '@kismet/app-kit/session/session-core.ts'
import type { AppDispatch, RootState } from '../../core/store.ts'
import type { Session } from './storage.ts'
import { storedSession } from './storage.ts'

declare module '../../core/store.ts' {
  interface RootState {
    session: SessionState<Session>
  }
}

/** The session of the player. */
export const session = sessionCore(storedSession)
export const { sessionStarted, sessionEnded, selectSession, selectToken, selectEndReason, epochOf } = session

/** A thunk that returns the current epoch. */
export const epochNow = (_: AppDispatch, getState: () => RootState): number => epochOf({ getState }).epoch
