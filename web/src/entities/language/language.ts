import { Language } from '@kismet/contracts'
import { i18n, sourceLocale } from '@kismet/ui/words/lingui.tsx'
import type { Messages } from '@lingui/core'
import { sayRefusalsBy } from '../../core/error-text.ts'

/** Each language in its own words. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', hi: 'हिन्दी' }

/** What stands in the `lang` of the document. */
const tags: Readonly<Record<Language, string>> = { en: 'en-IN', hi: 'hi' }

const catalogues: Readonly<Record<Exclude<Language, 'en'>, () => Promise<{ messages: Messages }>>> = {
  hi: () => import('../../words/hi.po'),
}

const key = 'language'
/** Stands beside a choice that no account has heard of yet. */
const unsentKey = 'languageUnsent'

/** The language that is shown. */
export function languageNow(): Language {
  return Language.safeParse(i18n.locale).data ?? 'en'
}

/** The language of this device; null while nobody has chosen one. */
export function keptLanguage(storage: Storage = localStorage): Language | null {
  return Language.safeParse(storage.getItem(key)).data ?? null
}

/** Keeps a language on this device. `isSent`: whether the account has it too. */
export function keepLanguage(language: Language, isSent: boolean, storage: Storage = localStorage): void {
  storage.setItem(key, language)
  if (isSent) storage.removeItem(unsentKey)
  else storage.setItem(unsentKey, '1')
}

/** The choice of this device that no account has yet. */
export function unsentLanguage(storage: Storage = localStorage): Language | null {
  return storage.getItem(unsentKey) === null ? null : keptLanguage(storage)
}

/** Grows with each wish for a language, of whomever: the newest one is shown, however long the words of an older one take. */
let wishes = 0

async function loadWords(language: Exclude<Language, 'en'>): Promise<void> {
  const [{ messages }, { refusalWords }] = await Promise.all([
    catalogues[language](),
    import('../../core/refusal-words.ts'),
  ])
  sayRefusalsBy(refusalWords)
  i18n.load(language, messages)
}

/**
 * Shows a language, once its words are there. Answers whether it is shown: not when another one has been wished for since. Throws when its words cannot be loaded; the one
 * before stays.
 */
export async function showLanguage(language: Language): Promise<boolean> {
  wishes += 1
  const wish = wishes
  try {
    if (language !== sourceLocale) await loadWords(language)
  } catch (error) {
    if (wish === wishes) {
      // The page was begun in the language that is kept (app-kit/build/start-page.ts), and is drawn in the one that is shown.
      document.documentElement.lang = tags[languageNow()]
      throw error
    }
  }
  if (wish !== wishes) return false
  i18n.activate(language)
  document.documentElement.lang = tags[language]
  return true
}

/** Follows a choice that was made in another tab. Answers with a function that stops it. */
export function followOtherTabs(failed: (error: unknown) => void): () => void {
  const onStorage = (event: StorageEvent): void => {
    const language = Language.safeParse(event.newValue).data
    if (event.key === key && language !== undefined) showLanguage(language).catch(failed)
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}
