import type { Known, Sent } from '@kismet/app-kit/ask-until-known.ts'
import { askUntilKnown, waitFor } from '@kismet/app-kit/ask-until-known.ts'
import { asCallError, isOutcomeUnknown, refusal } from '@kismet/app-kit/call-error.ts'
import { sessionIsOver } from '@kismet/app-kit/contract-endpoints.ts'
import type { AppDispatch, RootState } from '../../core/store.ts'
import { epochOf } from '../../entities/session/session-slice.ts'
import { siteApi } from '../../entities/site/site-api.ts'
import type { NewSettings } from './qr-api.ts'
import { qrApi } from './qr-api.ts'
import type { Settings } from './use-draft.ts'

type Thunk<T> = (dispatch: AppDispatch, getState: () => RootState) => Promise<T>

const meanwhile = 'Somebody else has changed the settings meanwhile. Look at what is in use.'

const areSame = (one: Settings, other: Settings): boolean => one.utr === other.utr && one.qrImage === other.qrImage

/** Whether what is in use is what was sent. The address of an image changes with the image. */
function isInUse({ utr, image }: NewSettings, now: Settings, before: Settings): boolean {
  const wantedUtr = utr === '' ? before.utr : utr
  return now.utr === wantedUtr && (now.qrImage !== before.qrImage) === (image !== null)
}

/**
 * Saves the settings. Without an answer it looks at what is in use until it is known whether they are it: what is as it was `before` is sent again, and what somebody else has made
 * of it is left alone. `onUnclear` is told when no answer has come. Null: nobody is here any more who has asked.
 */
export function saveSettings(
  settings: NewSettings,
  before: Settings,
  onUnclear: () => void,
): Thunk<Known<Settings> | null> {
  return async (dispatch, getState) => {
    const { epoch } = epochOf({ getState })
    const isOver = (): boolean => epochOf({ getState }).epoch !== epoch
    const send = async (): Promise<Sent<Settings>> => {
      const { data, error } = await dispatch(qrApi.endpoints.postDepositSettings.initiate(settings, { track: false }))
      return data ? { data: data.settings } : { error: asCallError(error) }
    }
    const ask = async (): Promise<Sent<Settings>> => {
      // Nothing is sent in the name of another.
      if (isOver()) return { error: sessionIsOver }
      const read = siteApi.endpoints.getDepositSettings.initiate({}, { forceRefetch: true, subscribe: false })
      const { data, error } = await dispatch(read)
      if (error || !data) return { error: asCallError(error ?? {}) }
      if (isInUse(settings, data.settings, before)) return { data: data.settings }
      if (!areSame(data.settings, before)) return { error: refusal(409, { message: meanwhile }, null) }
      return isOver() ? { error: sessionIsOver } : send()
    }
    const sent = await send()
    const wasUnclear = 'error' in sent && isOutcomeUnknown(sent.error)
    if (wasUnclear) onUnclear()
    const known = wasUnclear ? await askUntilKnown({ ask, wait: waitFor }) : { isOpen: false, ...sent }
    return isOver() ? null : known
  }
}
