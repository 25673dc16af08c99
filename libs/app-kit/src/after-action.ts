import type { Dispatch, Middleware, MiddlewareAPI } from '@reduxjs/toolkit'
import { logWarning } from './log.ts'

/**
 * A middleware that runs `effect` after an action has changed the store. `before` is the state before the action. A
 * failure of `effect` is logged, because the action itself succeeded.
 */
export function afterAction<State>(
  effect: (action: unknown, store: MiddlewareAPI<Dispatch, State>, before: State) => void,
): Middleware<object, State> {
  return (store) => (next) => (action) => {
    const before = store.getState()
    const result = next(action)
    try {
      effect(action, store, before)
    } catch (error) {
      logWarning('An action could not be followed', error)
    }
    return result
  }
}
