import type { Known, Sent } from '@kismet/app-kit/ask-until-known.ts'
import { askUntilKnown, waitFor } from '@kismet/app-kit/ask-until-known.ts'
import { asCallError, isOutcomeUnknown } from '@kismet/app-kit/call-error.ts'
import { sessionIsOver } from '@kismet/app-kit/contract-endpoints.ts'
import { errorDetail } from '../../core/error-text.ts'
import type { AppDispatch, RootState } from '../../core/store.ts'
import { noticeShown } from '../../entities/notices/notices-slice.ts'
import { epochOf } from '../../entities/session/session-slice.ts'
import { orderKnown, orderSent, orderUnclear } from '../../entities/site/sent-orders.ts'
import { siteApi } from '../../entities/site/site-api.ts'

type Thunk<T> = (dispatch: AppDispatch, getState: () => RootState) => Promise<T>

/** What came of it, as a notice. */
function noticeOf(known: Known<boolean>, wanted: boolean): ReturnType<typeof noticeShown> {
  if ('data' in known) {
    const now = `Site maintenance is ${known.data ? 'on' : 'off'}.`
    return known.data === wanted
      ? noticeShown('good', 'Settings updated', now)
      : noticeShown('bad', 'Failed to update mode', now)
  }
  if (known.isOpen) return noticeShown('bad', 'Unclear', 'Look whether the site is under maintenance.')
  return noticeShown('bad', 'Failed to update mode', errorDetail(known.error))
}

/**
 * Switches maintenance and says what came of it. Without an answer the site is asked how it is until that is known: what it says then is the result, and nothing is switched a
 * second time.
 */
export function switchMaintenance(siteMaintenance: boolean): Thunk<void> {
  return async (dispatch, getState) => {
    const { epoch } = epochOf({ getState })
    const isOver = (): boolean => epochOf({ getState }).epoch !== epoch
    const { setSiteMaintenance, getSiteMaintenance } = siteApi.endpoints
    dispatch(orderSent('maintenance'))
    const { data, error } = await dispatch(setSiteMaintenance.initiate({ siteMaintenance }, { track: false }))
    let known: Known<boolean> = data ? { data: data.siteMaintenance } : { error: asCallError(error), isOpen: false }
    if ('error' in known && isOutcomeUnknown(known.error) && !isOver()) {
      dispatch(orderUnclear('maintenance'))
      const ask = async (): Promise<Sent<boolean>> => {
        if (isOver()) return { error: sessionIsOver }
        const read = await dispatch(getSiteMaintenance.initiate({}, { forceRefetch: true, subscribe: false }))
        return read.data && !read.error ? { data: read.data.siteMaintenance } : { error: asCallError(read.error ?? {}) }
      }
      known = await askUntilKnown({ ask, wait: waitFor })
    }
    if (isOver()) return
    dispatch(orderKnown('maintenance'))
    dispatch(noticeOf(known, siteMaintenance))
  }
}
