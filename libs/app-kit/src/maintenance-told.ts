import type { getSiteMaintenance, Input, Output } from '@kismet/contracts'
import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit'

type Thunk<State, Extra, Result> = ThunkAction<Result, State, Extra, UnknownAction>
type Nothing = Input<typeof getSiteMaintenance>
type Site = Output<typeof getSiteMaintenance>

/** The API of an app that asks whether the site is under maintenance. */
interface SiteApi<State, Extra> {
  readonly util: {
    readonly getRunningQueryThunk: (
      name: 'getSiteMaintenance',
      input: Nothing,
    ) => Thunk<State, Extra, PromiseLike<unknown> | undefined>
    readonly upsertQueryData: (
      name: 'getSiteMaintenance',
      input: Nothing,
      site: Site,
    ) => Thunk<State, Extra, PromiseLike<unknown>>
  }
  readonly endpoints: {
    readonly getSiteMaintenance: {
      readonly initiate: (
        input: Nothing,
        options: { forceRefetch: true; subscribe: false },
      ) => Thunk<State, Extra, PromiseLike<unknown>>
    }
  }
}

/** News of maintenance. A check that began before them may be answered with how it was, after them: then it is asked anew, and the older answer counts no more. */
export function maintenanceTold<State, Extra>(
  { util, endpoints }: SiteApi<State, Extra>,
  site: Site,
): Thunk<State, Extra, Promise<void>> {
  return async (dispatch) => {
    const older = dispatch(util.getRunningQueryThunk('getSiteMaintenance', {}))
    await dispatch(util.upsertQueryData('getSiteMaintenance', {}, site))
    if (older === undefined) return
    await dispatch(endpoints.getSiteMaintenance.initiate({}, { forceRefetch: true, subscribe: false }))
  }
}
