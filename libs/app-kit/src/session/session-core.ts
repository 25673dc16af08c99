import type { Middleware, PayloadAction, PayloadActionCreator, Reducer, UnknownAction } from '@reduxjs/toolkit'
import { createAction, createReducer } from '@reduxjs/toolkit'
import { afterAction } from '../after-action.ts'
import type { AnySession, StoredSession } from './stored-session.ts'

/** Why a session ended. */
export type EndReason =
  | 'logout'
  | 'idle'
  /** After its 24 hours. */
  | 'lifetime'
  | 'password'
  /** Its player has closed the account. */
  | 'closed'
  /** By an admin. */
  | 'suspended'
  /** Too many newer logins. */
  | 'replaced'
  /** In another tab of this browser. */
  | 'other-tab'
  | 'ended'

const reasonsOfServer: Readonly<Record<string, EndReason>> = {
  logout: 'other-tab',
  inactivity: 'idle',
  lifetime: 'lifetime',
  password_reset: 'password',
  password_changed: 'password',
  account_closed: 'closed',
  account_suspended: 'suspended',
  too_many_sessions: 'replaced',
}

/** The reason of the server (`session:ended`) as a reason of the app. */
export function endReasonOf(reason: string): EndReason {
  return reasonsOfServer[reason] ?? 'ended'
}

export interface SessionState<S extends AnySession> {
  /**
   * Grows with each login and each end of a session, also in another tab. Calls and cached answers belong to one epoch.
   */
  readonly epoch: number
  readonly current: S | null
  readonly endReason: EndReason | null
}

/** A store state with a session. */
export interface WithSession<S extends AnySession> {
  readonly session: SessionState<S>
}

/** The current token and its epoch. */
export interface Epoch {
  readonly token: string | null
  readonly epoch: number
}

/** An API whose cache ends with each session. */
interface ResettableApi {
  readonly util: { readonly resetApiState: () => UnknownAction }
}

/** The session of an app: its slice of the store, and the middleware that syncs localStorage and the caches. */
export interface SessionCore<S extends AnySession> {
  readonly stored: StoredSession<S>
  readonly reducer: Reducer<SessionState<S>>
  readonly sessionStarted: PayloadActionCreator<S>
  readonly sessionEnded: PayloadActionCreator<EndReason>
  readonly selectSession: (state: WithSession<S>) => S | null
  readonly selectToken: (state: WithSession<S>) => string | null
  readonly selectEndReason: (state: WithSession<S>) => EndReason | null
  /** The current epoch of a store. */
  readonly epochOf: (store: { readonly getState: () => unknown }) => Epoch
  /** Writes the session to localStorage, and clears all caches at each login and end of a session. */
  readonly middleware: (...apis: readonly ResettableApi[]) => Middleware<object, WithSession<S>>
}

/** The session of an app. Its slice is named `session`. */
export function sessionCore<S extends AnySession>(stored: StoredSession<S>): SessionCore<S> {
  const sessionStarted = createAction<S>('session/started')
  const sessionEnded = createAction<EndReason>('session/ended')
  const nobody: SessionState<S> = { epoch: 0, current: null, endReason: null }
  const reducer = createReducer<SessionState<S>>(nobody, (build) => {
    build
      .addMatcher(
        (action: UnknownAction): action is PayloadAction<S> => sessionStarted.match(action),
        ({ epoch }, { payload }) => ({ epoch: epoch + 1, current: payload, endReason: null }),
      )
      .addMatcher(sessionEnded.match, (state, { payload }) =>
        state.current === null ? state : { epoch: state.epoch + 1, current: null, endReason: payload },
      )
  })
  const selectToken = ({ session }: WithSession<S>): string | null => session.current?.token ?? null

  const middleware = (...apis: readonly ResettableApi[]): Middleware<object, WithSession<S>> =>
    afterAction((action, store, before) => {
      const isEnd = sessionEnded.match(action)
      if (!isEnd && !sessionStarted.match(action)) return
      for (const { util } of apis) store.dispatch(util.resetApiState())
      if (isEnd) {
        stored.clear(selectToken(before))
        // Another tab may have logged in again.
        const other = stored.read()
        if (other) store.dispatch(sessionStarted(other))
      } else {
        const { current } = store.getState().session
        if (current !== null && stored.read()?.token !== current.token) stored.write(current)
      }
    })

  return {
    stored,
    reducer,
    sessionStarted,
    sessionEnded,
    selectSession: ({ session }) => session.current,
    selectToken,
    selectEndReason: ({ session }) => session.endReason,
    epochOf: ({ getState }) => {
      const state = getState() as WithSession<S>
      return { token: selectToken(state), epoch: state.session.epoch }
    },
    middleware,
  }
}
