import { parseInput, SupportForm } from '@kismet/contracts'
import type { WireInput, sendSupportMessage } from '@kismet/contracts'
import { t } from '@lingui/core/macro'
import type { Said } from '../../core/said.ts'

/** What is typed, by the names of the contract. */
export type SupportText = WireInput<typeof sendSupportMessage>

/** What is wrong with the form (spec 5.3), and the field it belongs to when it belongs to one; null when nothing is. */
export function supportProblem(form: SupportText): { message: Said; field?: keyof SupportText } | null {
  if (Object.values(form).some((text) => text.trim() === '')) return { message: () => t`Please fill in all fields.` }
  // Lengths are those of the fields, which take no more.
  return parseInput(SupportForm, form).ok ? null : { message: () => t`Please enter a valid email.`, field: 'email' }
}
