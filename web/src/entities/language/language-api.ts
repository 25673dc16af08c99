import { logWarning } from '@kismet/app-kit/log.ts'
import type { Language } from '@kismet/contracts'
import { setLanguage } from '@kismet/contracts'
import { t } from '@lingui/core/macro'
import { api } from '../../core/api.ts'
import type { AppDispatch, RootState } from '../../core/store.ts'
import { toastShown } from '../notices/notices-slice.ts'
import { fromContract } from '../session/from-contract.ts'
import { selectToken } from '../session/session-slice.ts'
import { keepLanguage, keptLanguage, languageNow, showLanguage, unsentLanguage } from './language.ts'

const languageApi = api.injectEndpoints({
  endpoints: (build) => ({ setLanguage: build.mutation(fromContract(setLanguage)) }),
})

type Thunk = (dispatch: AppDispatch, getState: () => RootState) => Promise<void>

const languageNotShown =
  (error: unknown) =>
  (dispatch: AppDispatch): void => {
    logWarning('A language could not be loaded', error)
    dispatch(toastShown('bad', t`This language could not be loaded. Please try again.`))
  }

/** Choices are sent one after the other. If two were sent at once, the older could arrive last and return with the next login. */
let sending: Promise<void> = Promise.resolve()

/** Saves the language with the account, unless the player has chosen another. The next login retries a failure. */
const sendLanguage =
  (language: Language): Thunk =>
  (dispatch, getState) => {
    const token = selectToken(getState())
    const send = async (): Promise<void> => {
      if (unsentLanguage() !== language || selectToken(getState()) !== token) return
      const { data } = await dispatch(languageApi.endpoints.setLanguage.initiate({ language }, { track: false }))
      if (data && unsentLanguage() === language) keepLanguage(language, true)
    }
    sending = sending.then(send, send)
    return sending
  }

/**
 * The player chooses a language. The app shows it after its words are loaded, and stores it on this device. With a login
 * the account stores it too. The last of several choices counts.
 */
export function languageChosen(language: Language): Thunk {
  return async (dispatch, getState) => {
    try {
      if (!(await showLanguage(language))) return
    } catch (error) {
      dispatch(languageNotShown(error))
      return
    }
    keepLanguage(language, false)
    if (selectToken(getState()) !== null) await dispatch(sendLanguage(language))
  }
}

/** Shows the language of this device. When it cannot be had, that is said, and it is shown when the browser is online again. */
export function languageOfDeviceShown(): Thunk {
  return async (dispatch) => {
    const language = keptLanguage()
    if (language === null || language === languageNow()) return
    try {
      await showLanguage(language)
    } catch (error) {
      dispatch(languageNotShown(error))
      window.addEventListener('online', () => void dispatch(languageOfDeviceShown()), { once: true })
    }
  }
}

/** A login has told the language of the account: it is taken over, unless a newer choice of this device goes to the account (docs/internals/decisions/0011). */
export function languageOfAccountKnown(ofAccount: Language): Thunk {
  return async (dispatch) => {
    const unsent = unsentLanguage()
    if (unsent !== null && unsent !== ofAccount) {
      await dispatch(sendLanguage(unsent))
      return
    }
    keepLanguage(ofAccount, true)
    if (ofAccount !== languageNow())
      await showLanguage(ofAccount).catch((error: unknown) => logWarning('A language could not be loaded', error))
  }
}
