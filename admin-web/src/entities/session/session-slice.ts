import type { SessionState } from '@kismet/app-kit/session/session-core.ts'
import { sessionCore } from '@kismet/app-kit/session/session-core.ts'
import type { AdminSession } from './storage.ts'
import { storedSession } from './storage.ts'

declare module '../../core/store.ts' {
  interface RootState {
    session: SessionState<AdminSession>
  }
}

/** Who is logged in. */
export const session = sessionCore(storedSession)
export const { sessionStarted, sessionEnded, selectSession, selectToken, selectEndReason, epochOf } = session
