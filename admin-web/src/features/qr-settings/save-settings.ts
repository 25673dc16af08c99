import type { Known, Sent } from '@kismet/app-kit/ask-until-known.ts'
import { askUntilKnown, waitFor } from '@kismet/app-kit/ask-until-known.ts'
import { asCallError, isOutcomeUnknown, refusal } from '@kismet/app-kit/call-error.ts'
import { sessionIsOver } from '@kismet/app-kit/contract-endpoints.ts'
import { errorDetail } from '../../core/error-text.ts'
import type { AppDispatch, RootState } from '../../core/store.ts'
import { noticeShown } from '../../entities/notices/notices-slice.ts'
import { epochOf } from '../../entities/session/session-slice.ts'
import { orderKnown, orderSent, orderUnclear } from '../../entities/site/sent-orders.ts'
import { siteApi } from '../../entities/site/site-api.ts'
import type { NewSettings } from './qr-api.ts'
import { qrApi } from './qr-api.ts'
import type { Settings } from './use-draft.ts'

type Thunk<T> = (dispatch: AppDispatch, getState: () => RootState) => Promise<T>

const changedMeanwhile = refusal(
  409,
  { message: 'Somebody else has changed the settings meanwhile. Look at what is in use.' },
  null,
)

const areSame = (one: Settings, other: Settings): boolean => one.utr === other.utr && one.qrImage === other.qrImage

/** Whether what is in use is what was sent. The address of an image changes with the image. */
function isInUse({ utr, image }: NewSettings, now: Settings, before: Settings): boolean {
  return now.utr === (utr ?? before.utr) && (now.qrImage !== before.qrImage) === (image !== null)
}

/** What is in use at this moment, read anew. */
export function readSettings(): Thunk<Sent<Settings>> {
  return async (dispatch) => {
    const read = siteApi.endpoints.getDepositSettings.initiate({}, { forceRefetch: true, subscribe: false })
    const { data, error } = await dispatch(read)
    return data && !error ? { data: data.settings } : { error: asCallError(error ?? {}) }
  }
}

/** What came of it, as a notice. It names what was sent and nothing else. */
function noticeOf(known: Known<Settings>, { utr, image }: NewSettings): ReturnType<typeof noticeShown> {
  if ('data' in known) {
    const parts = [utr === null ? [] : `UTR reference ${utr}`, image === null ? [] : `QR image ${image.name}`].flat()
    return noticeShown('good', 'Settings updated', `In use now: ${parts.join(', ')}.`)
  }
  if (known.isOpen) return noticeShown('bad', 'Unclear', 'Look at what is in use before you save again.')
  if (known.error.kind === 'cancelled') return noticeShown('bad', 'Upload cancelled', 'Nothing was changed.')
  return noticeShown('bad', 'Error updating settings', errorDetail(known.error))
}

/**
 * Saves the settings and says what came of it. What somebody else has made of them since the question, which showed them as they were `before`, is left alone. Without an answer it
 * looks at what is in use until it is known whether that is what was sent, and sends again what is as it was before.
 */
export function saveSettings(settings: NewSettings, before: Settings, onSaved: () => void): Thunk<void> {
  return async (dispatch, getState) => {
    const { epoch } = epochOf({ getState })
    const isOver = (): boolean => epochOf({ getState }).epoch !== epoch
    /** What there is to say instead of sending; null: it is sent. `again`: what is in use may be the work of an earlier sending. */
    const look = async (again: boolean): Promise<Sent<Settings> | null> => {
      // Nothing is sent in the name of another.
      if (isOver()) return { error: sessionIsOver }
      const now = await dispatch(readSettings())
      if ('error' in now || (again && isInUse(settings, now.data, before))) return now
      if (!areSame(now.data, before)) return { error: changedMeanwhile }
      return isOver() ? { error: sessionIsOver } : null
    }
    const post = async (): Promise<Sent<Settings>> => {
      const { data, error } = await dispatch(qrApi.endpoints.postDepositSettings.initiate(settings, { track: false }))
      return data ? { data: data.settings } : { error: asCallError(error) }
    }
    const ask = async (): Promise<Sent<Settings>> => (await look(true)) ?? post()
    dispatch(orderSent('depositSettings'))
    const held = await look(false)
    const sent = held ?? (await post())
    const wasUnclear = held === null && 'error' in sent && isOutcomeUnknown(sent.error) && !isOver()
    if (wasUnclear) dispatch(orderUnclear('depositSettings'))
    const known = wasUnclear ? await askUntilKnown({ ask, wait: waitFor }) : { isOpen: false, ...sent }
    if (isOver()) return
    dispatch(orderKnown('depositSettings'))
    if ('data' in known) onSaved()
    dispatch(noticeOf(known, settings))
  }
}
