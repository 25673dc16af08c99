import type { CallError } from '@kismet/app-kit/call-error.ts'
import { errorCatalogue } from '@kismet/contracts'
import type { CodedRefusal } from '@kismet/contracts'
import { i18n, sourceLocale } from '@kismet/ui/words/lingui.tsx'
import { t } from '@lingui/core/macro'

/** Says a refusal in the language that is shown (refusal-words.ts); it comes with that language, as English is what the server says itself. */
let sayRefusal: ((refusal: CodedRefusal) => string) | null = null

/** Told with the first language besides English. */
export function sayRefusalsBy(say: (refusal: CodedRefusal) => string): void {
  sayRefusal = say
}

/** What a refusal says by its code. */
export function codeText(refusal: CodedRefusal): string {
  if (i18n.locale === sourceLocale || sayRefusal === null) return errorCatalogue[refusal.code].message
  return sayRefusal(refusal)
}

/** Text of the spec for every call that was not answered (8.1). */
export function networkErrorText(): string {
  return t`Network error. Please try again.`
}

/** The sentence of a refusal: the server's own in English, that of its code in another language; null where there is none. */
function refusalText(error: CallError): string | null {
  if (i18n.locale === sourceLocale || error.code === null) return error.message
  return codeText(error)
}

/** What a form shows: the refusal, the network's sentence, or the spec's fallback for this call. */
export function formErrorText(error: CallError, fallback: string): string {
  if (error.kind === 'network' || error.kind === 'timeout') return networkErrorText()
  return refusalText(error) ?? fallback
}

/** What a game or a money page says in a toast (8.3): 'Server error' when the server was not reached. */
export function toastErrorText(error: CallError, fallback: string): string {
  if (error.kind === 'network' || error.kind === 'timeout') return t`Server error`
  return refusalText(error) ?? fallback
}
