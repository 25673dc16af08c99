import type { Known, Sent } from '@kismet/app-kit/ask-until-known.ts'
import { askUntilKnown, waitFor } from '@kismet/app-kit/ask-until-known.ts'
import { asCallError, isOutcomeUnknown } from '@kismet/app-kit/call-error.ts'
import { sessionIsOver } from '@kismet/app-kit/contract-endpoints.ts'
import type { AppDispatch, RootState } from '../../core/store.ts'
import { epochOf } from '../../entities/session/session-slice.ts'
import { siteApi } from '../../entities/site/site-api.ts'

type Thunk<T> = (dispatch: AppDispatch, getState: () => RootState) => Promise<T>

/**
 * Switches maintenance. Without an answer the site is asked how it is until that is known: what it says then is the result, and nothing is switched a second time. `onUnclear` is
 * told when no answer has come. Null: nobody is here any more who has asked.
 */
export function switchMaintenance(siteMaintenance: boolean, onUnclear: () => void): Thunk<Known<boolean> | null> {
  return async (dispatch, getState) => {
    const { epoch } = epochOf({ getState })
    const isOver = (): boolean => epochOf({ getState }).epoch !== epoch
    const { setSiteMaintenance, getSiteMaintenance } = siteApi.endpoints
    const { data, error } = await dispatch(setSiteMaintenance.initiate({ siteMaintenance }, { track: false }))
    let known: Known<boolean> = data ? { data: data.siteMaintenance } : { error: asCallError(error), isOpen: false }
    if ('error' in known && isOutcomeUnknown(known.error)) {
      onUnclear()
      const ask = async (): Promise<Sent<boolean>> => {
        if (isOver()) return { error: sessionIsOver }
        const read = await dispatch(getSiteMaintenance.initiate({}, { forceRefetch: true, subscribe: false }))
        return read.data && !read.error ? { data: read.data.siteMaintenance } : { error: asCallError(read.error ?? {}) }
      }
      known = await askUntilKnown({ ask, wait: waitFor })
    }
    return isOver() ? null : known
  }
}
