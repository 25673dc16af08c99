import { setupI18n } from '@lingui/core'
import { TransNoContext } from '@lingui/react/server'
import type { TransProps } from '@lingui/react'
import type { ReactNode } from 'react'
import { useSyncExternalStore } from 'react'

/*
 * The runtime of Lingui's macros (`runtimeConfigModule`, build/words.ts of app-kit). A page has one language at a time, so no provider
 * is needed. Texts are translated at render time, and a change of the language renders the whole app again (`useLocale`).
 */

/** The language of the source texts, which needs no catalogue. */
export const sourceLocale = 'en'

export const i18n = setupI18n({ locale: sourceLocale, messages: { [sourceLocale]: {} } })

const subscribe = (onChange: () => void): (() => void) => i18n.on('change', onChange)
const localeNow = (): string => i18n.locale

/** The current language. A change renders the component again. */
export function useLocale(): string {
  return useSyncExternalStore(subscribe, localeNow, localeNow)
}

const lingui = { i18n, _: i18n._.bind(i18n) }

/** A text with elements. Use the macro of the same name (`@lingui/react/macro`). */
export function Trans(props: TransProps): ReactNode {
  return <TransNoContext {...props} lingui={lingui} />
}
