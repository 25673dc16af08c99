import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit'

type Thunk<State, Extra, Result> = ThunkAction<Result, State, Extra, UnknownAction>

/** What is newly known of a query, and that query. */
interface Written<State, Extra> {
  /** The read that is under way: `util.getRunningQueryThunk`. */
  readonly running: Thunk<State, Extra, PromiseLike<unknown> | undefined>
  /** Writes what is known: `util.updateQueryData`. It may be done twice. */
  readonly write: Thunk<State, Extra, unknown>
  /** Asks anew: `initiate` with `forceRefetch`. */
  readonly ask: Thunk<State, Extra, PromiseLike<unknown>>
}

/** Writes what the server has told into the answer of a query. A read that began before may answer with what was until then: what is known is written over that again, and it is asked anew, as it may have been answered later, too. */
export function writtenOver<State, Extra>({
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
