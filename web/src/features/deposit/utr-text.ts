import type { DepositMethod, Parsed } from '@kismet/contracts'
import { i18n, sourceLocale } from '@kismet/ui/words/lingui.tsx'
import { t } from '@lingui/core/macro'

/** What a reference of a method looks like, and what may stand in it. */
function formText(method: DepositMethod): { form: string; only: string } {
  switch (method) {
    case 'UPI':
    case 'IMPS':
      return {
        form: t`A ${method} reference has 12 digits.`,
        only: t`Use only 0 to 9. Your payment app calls it UTR or UPI Ref No.`,
      }
    case 'NEFT':
    case 'RTGS':
      return {
        form: t`A ${method} reference has 16 to 22 letters or digits.`,
        only: t`Use only A to Z and 0 to 9.`,
      }
    case 'CRYPTO':
      return {
        form: t`A ${method} reference has 10 to 128 letters, digits or _ : . -`,
        only: t`Use only A to Z, 0 to 9 and _ : . -`,
      }
  }
}

/** What is wrong with a reference, in the language that is shown; the contracts say it in English. */
export function utrText(method: DepositMethod, { message, params }: Extract<Parsed<string>, { ok: false }>): string {
  if (i18n.locale === sourceLocale) return message
  if (params?.fault === 'utr_missing') return t`Enter your UTR/Reference number`
  const { form, only } = formText(method)
  return params?.fault === 'utr_characters' ? `${form} ${only}` : `${form} ${t`You have ${params?.got ?? 0}.`}`
}
