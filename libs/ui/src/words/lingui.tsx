import { setupI18n } from '@lingui/core'
import { TransNoContext } from '@lingui/react/server'
import type { TransProps } from '@lingui/react'
import type { ReactNode } from 'react'
import { useSyncExternalStore } from 'react'

/*
 * What Lingui's macros become (`runtimeConfigModule`, app-kit's build/words.ts). A page speaks one language at a time, so that there is no provider to forget around
 * a part: texts are said when they are drawn, and the root of an app that has several languages draws anew when another one is chosen (`useLocale`).
 */

/** The language of the sources. It needs no catalogue: its texts stand where they are used. */
export const sourceLocale = 'en'

export const i18n = setupI18n({ locale: sourceLocale, messages: { [sourceLocale]: {} } })

const subscribe = (onChange: () => void): (() => void) => i18n.on('change', onChange)
const localeNow = (): string => i18n.locale

/** The language that is shown: draws anew when it changes. */
export function useLocale(): string {
  return useSyncExternalStore(subscribe, localeNow, localeNow)
}

const lingui = { i18n, _: i18n._.bind(i18n) }

/** A text with elements in it. Use it by the macro of the same name (`@lingui/react/macro`). */
export function Trans(props: TransProps): ReactNode {
  return <TransNoContext {...props} lingui={lingui} />
}
