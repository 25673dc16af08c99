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

/** After so many looks, half a minute, a site that is still not as it was ordered is told as unclear: an order without an answer may have been queued, and nothing says that it never comes. */
const mostLooks = 8

/** What came of it, as a notice. */
function noticeOf(known: Known<boolean>, wanted: boolean): ReturnType<typeof noticeShown> {
  if ('data' in known) {
    const now = `Site maintenance is ${known.data ? 'on' : 'off'}.`
    if (known.data === wanted) return noticeShown('good', 'Settings updated', now)
    return noticeShown('bad', 'Unclear', `${now} The order may still arrive: look again before you give another.`)
  }
  if (known.isOpen) return noticeShown('bad', 'Unclear', 'Look whether the site is under maintenance.')
  return noticeShown('bad', 'Failed to update mode', errorDetail(known.error))
}

/**
 * Switches maintenance and says what came of it. Without an answer the site is asked how it is until it is as it was ordered, or for `mostLooks`; nothing is switched a second time,
 * for that could undo what somebody else has done since.
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
      const { error: unanswered } = known
      let looks = 0
      dispatch(orderUnclear('maintenance'))
      const ask = async (): Promise<Sent<boolean>> => {
        if (isOver()) return { error: sessionIsOver }
        const read = await dispatch(getSiteMaintenance.initiate({}, { forceRefetch: true, subscribe: false }))
        if (!read.data || read.error) return { error: asCallError(read.error ?? {}) }
        looks += 1
        const now = read.data.siteMaintenance
        return now === siteMaintenance || looks === mostLooks ? { data: now } : { error: unanswered }
      }
      known = await askUntilKnown({ ask, wait: waitFor })
    }
    if (isOver()) return
    dispatch(orderKnown('maintenance'))
    dispatch(noticeOf(known, siteMaintenance))
  }
}
