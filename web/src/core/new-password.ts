import { limits } from '@kismet/contracts'
import { t } from '@lingui/core/macro'

const { minLength, maxLength } = limits.password

/** What a new password has to be, said before it is wrong. */
export const newPasswordHint = (): string => t`${minLength} to ${maxLength} characters`

/** The length of a new password, said as soon as it is known to be wrong; undefined when it is fine or still empty. */
export function newPasswordProblem(password: string): string | undefined {
  if (password === '' || (password.length >= minLength && password.length <= maxLength)) return undefined
  return t`${minLength} to ${maxLength} characters. You have ${password.length}.`
}
