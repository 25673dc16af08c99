import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit'

type Thunk<State, Extra, Result> = ThunkAction<Result, State, Extra, UnknownAction>

/** New data for a query, and the query. */
interface Written<State, Extra> {
  /** The running read: `util.getRunningQueryThunk`. */
  readonly running: Thunk<State, Extra, PromiseLike<unknown> | undefined>
  /** Writes the new data: `util.updateQueryData`. It runs up to twice. */
  readonly write: Thunk<State, Extra, unknown>
  /** Refetches: `initiate` with `forceRefetch`. */
  readonly ask: Thunk<State, Extra, PromiseLike<unknown>>
}

/**
 * Writes new data into the cached answer of a query. A read that started earlier can overwrite the new data with old data. So
 * this writes the new data again after that read, and then refetches.
 */
export function updateCachedQuery<State, Extra>({
  running,
  write,
  ask,
}: Written<State, Extra>): Thunk<State, Extra, Promise<void>> {
  return async (dispatch) => {
    const older = dispatch(running)
    dispatch(write)
    if (older === undefined) return
    await older
    dispatch(write)
    await dispatch(ask)
  }
}
