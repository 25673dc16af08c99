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

/** Who plays here. */
export const session = sessionCore(storedSession)
export const { sessionStarted, sessionEnded, selectSession, selectToken, selectEndReason, epochOf } = session

/** The epoch of this moment, for whatever has a dispatch at hand. */
export const epochNow = (_: AppDispatch, getState: () => RootState): number => epochOf({ getState }).epoch
