import type { Known, Sent } from '@kismet/app-kit/ask-until-known.ts'
import { askUntilKnown, waitFor } from '@kismet/app-kit/ask-until-known.ts'
import type { CallError } from '@kismet/app-kit/call-error.ts'
import { asCallError, isOutcomeUnknown, refusal } from '@kismet/app-kit/call-error.ts'
import { sessionIsOver } from '@kismet/app-kit/contract-endpoints.ts'
import { errorDetail } from '../../core/error-text.ts'
import type { AppDispatch, RootState } from '../../core/store.ts'
import { noticeShown } from '../../entities/notices/notices-slice.ts'
import { epochOf } from '../../entities/session/session-slice.ts'
import { orderKnown, orderSent, orderUnclear } from '../../entities/site/sent-orders.ts'
import { settingsApi } from '../../entities/site/settings-api.ts'
import type { NewSettings } from './qr-api.ts'
import { qrFilesApi } from './qr-api.ts'
import type { Settings } from './use-draft.ts'

type Thunk<T> = (dispatch: AppDispatch, getState: () => RootState) => Promise<T>

/** The refusal of what would go over somebody else's change, which it names. */
function changedMeanwhile(now: Settings, before: Settings): CallError {
  const image = now.qrImage === before.qrImage ? 'the QR image is unchanged' : 'the QR image has changed'
  const message = `Another admin changed the settings. In use now: UPI ID ${now.utr ?? 'none'}; ${image}.`
  return refusal(409, { message }, null)
}

/** Whether what is in use is what was sent. The address of an image changes with the image. */
function isInUse({ utr, image }: NewSettings, now: Settings, before: Settings): boolean {
  return now.utr === (utr ?? before.utr) && (now.qrImage !== before.qrImage) === (image !== null)
}

/** Reads the settings in use, without the cache. */
export function readSettings(): Thunk<Sent<Settings>> {
  return async (dispatch) => {
    const read = settingsApi.endpoints.getDepositSettings.initiate({}, { forceRefetch: true, subscribe: false })
    const { data, error } = await dispatch(read)
    return data && !error ? { data: data.settings } : { error: asCallError(error ?? {}) }
  }
}

/** The notice of an outcome. It names only the settings that were sent. */
function noticeOf(known: Known<Settings>, { utr, image }: NewSettings): ReturnType<typeof noticeShown> {
  if ('data' in known) {
    const parts = [utr === null ? [] : `UPI ID ${utr}`, image === null ? [] : `QR image ${image.name}`].flat()
    return noticeShown('good', 'Settings updated', `In use now: ${parts.join(', ')}.`)
  }
  if (known.isOpen) return noticeShown('bad', 'Unclear', 'Check the settings in use before you save again.')
  if (known.error.kind === 'cancelled')
    return noticeShown(
      'bad',
      'Upload cancelled',
      'Your change may still have gone through. Check the settings in use before you save again.',
    )
  return noticeShown('bad', 'Error updating settings', errorDetail(known.error))
}

/**
 * Saves the settings and shows the outcome. The confirmation showed the settings `before`: the server compares versions
 * and refuses to overwrite a later change of another admin. Without an answer it reads the settings in use, and retries
 * while they are still as `before`.
 */
export function saveSettings(settings: NewSettings, before: Settings, onSaved: () => void): Thunk<void> {
  return async (dispatch, getState) => {
    const { epoch } = epochOf({ getState })
    const isOver = (): boolean => epochOf({ getState }).epoch !== epoch
    /** Checks whether an earlier attempt has saved the settings. Null: the settings are unchanged, so send again. */
    const look = async (): Promise<Sent<Settings> | null> => {
      const now = await dispatch(readSettings())
      if ('error' in now || isInUse(settings, now.data, before)) return now
      return now.data.version === before.version ? null : { error: changedMeanwhile(now.data, before) }
    }
    /** The outcome of a refusal because of a changed version. `isAgain`: an earlier attempt may have changed it. */
    const refused = async (failure: CallError, isAgain: boolean): Promise<Sent<Settings>> => {
      if (isAgain) return (await look()) ?? { error: failure }
      const now = await dispatch(readSettings())
      return { error: 'data' in now ? changedMeanwhile(now.data, before) : failure }
    }
    /** What was cancelled may have been taken before. */
    const cancelled = async (failure: CallError): Promise<Sent<Settings>> => {
      const now = await dispatch(readSettings())
      return 'data' in now && isInUse(settings, now.data, before) ? now : { error: failure }
    }
    const post = async (isAgain: boolean): Promise<Sent<Settings>> => {
      // After the end of the session no request is sent, because another admin may be logged in.
      if (isOver()) return { error: sessionIsOver }
      const order = { ...settings, seenVersion: before.version }
      const { data, error } = await dispatch(qrFilesApi.endpoints.postDepositSettings.initiate(order, { track: false }))
      if (data) return { data: data.settings }
      const failure = asCallError(error)
      if (failure.kind === 'cancelled') return cancelled(failure)
      return failure.code === 'settings_changed' ? refused(failure, isAgain) : { error: failure }
    }
    const ask = async (): Promise<Sent<Settings>> => {
      if (isOver()) return { error: sessionIsOver }
      return (await look()) ?? post(true)
    }
    dispatch(orderSent('depositSettings'))
    const sent = await post(false)
    const wasUnclear = 'error' in sent && isOutcomeUnknown(sent.error) && !isOver()
    if (wasUnclear) dispatch(orderUnclear('depositSettings'))
    const known = wasUnclear ? await askUntilKnown({ ask, wait: waitFor }) : { isOpen: false, ...sent }
    if (isOver()) return
    dispatch(orderKnown('depositSettings'))
    if ('data' in known) onSaved()
    dispatch(noticeOf(known, settings))
  }
}
