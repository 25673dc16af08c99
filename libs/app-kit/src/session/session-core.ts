import type { Middleware, PayloadAction, PayloadActionCreator, Reducer, UnknownAction } from '@reduxjs/toolkit'
import { createAction, createReducer } from '@reduxjs/toolkit'
import { afterAction } from '../after-action.ts'
import type { AnySession, StoredSession } from './stored-session.ts'

/** Why nobody is logged in any more: by the own wish, after 60 minutes without input, or because the server said so. */
export type EndReason =
  | 'logout'
  | 'idle'
  /** After its 24 hours. */
  | 'lifetime'
  | 'password'
  /** Its player has closed the account. */
  | 'closed'
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
  too_many_sessions: 'replaced',
}

/** Why the server has ended a session (`session:ended`), as far as an app can say it. */
export function endReasonOf(reason: string): EndReason {
  return reasonsOfServer[reason] ?? 'ended'
}

export interface SessionState<S extends AnySession> {
  /**
   * Grows with each login and each end of a session, of another tab too. Calls, retries, intents and cached answers belong to the epoch in which they began.
   */
  readonly epoch: number
  readonly current: S | null
  readonly endReason: EndReason | null
}

/** A state with the session in it. */
export interface WithSession<S extends AnySession> {
  readonly session: SessionState<S>
}

/** Whose calls are made: a token, and the epoch that it is of. */
export interface Epoch {
  readonly token: string | null
  readonly epoch: number
}

/** What an app forgets with each session: `resetApiState` of each of its APIs. */
interface ForgettingApi {
  readonly util: { readonly resetApiState: () => UnknownAction }
}

/** The session of an app: its part of the store, and what keeps the browser's storage and the answers in step with it. */
export interface SessionCore<S extends AnySession> {
  readonly stored: StoredSession<S>
  readonly reducer: Reducer<SessionState<S>>
  readonly sessionStarted: PayloadActionCreator<S>
  readonly sessionEnded: PayloadActionCreator<EndReason>
  readonly selectSession: (state: WithSession<S>) => S | null
  readonly selectToken: (state: WithSession<S>) => string | null
  readonly selectEndReason: (state: WithSession<S>) => EndReason | null
  /** Of this moment, for whatever has the store at hand. */
  readonly epochOf: (store: { readonly getState: () => unknown }) => Epoch
  /** Keeps the browser's storage as the store has it, and forgets every answer of a session that has ended. */
  readonly middleware: (...apis: readonly ForgettingApi[]) => Middleware<object, WithSession<S>>
}

/** The session of an app that keeps `S`. Its state stands under `session`. */
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

  const middleware = (...apis: readonly ForgettingApi[]): Middleware<object, WithSession<S>> =>
    afterAction((action, store, before) => {
      const isEnd = sessionEnded.match(action)
      if (!isEnd && !sessionStarted.match(action)) return
      for (const { util } of apis) store.dispatch(util.resetApiState())
      if (isEnd) {
        stored.clear(selectToken(before))
        // It was the session of this page that has ended: another tab has logged in anew.
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
