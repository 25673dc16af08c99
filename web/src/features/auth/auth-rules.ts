import { codeDigits, limits, login, parseInput, resetPassword, signup, verifyOtp } from '@kismet/contracts'
import { t } from '@lingui/core/macro'
import type { WireInput } from '@kismet/contracts'
import { codeText } from '../../core/error-text.ts'
import { newPasswordProblem } from '../../core/new-password.ts'
import type { LazyText } from '../../core/lazy-text.ts'
import type { Problem } from '../../core/use-form.ts'

/** What is said of fields that are empty. */
export const emptyTexts = {
  emailAndPassword: (): string => t`Please enter your email and password.`,
  emailAndOtp: (): string => t`Please enter your email and OTP.`,
  email: (): string => t`Please enter your email.`,
  allFields: (): string => t`All fields are required.`,
} as const

/** Where the fields are there and their lengths right, it is the form of the e-mail, or of the code. */
const emailForm = (): string => t`Please enter a valid email.`
const codeForm = (): string => t`The OTP has ${limits.otp.length} digits.`

/** What is typed to log in, by the names of the contract. */
export type Credentials = Pick<WireInput<typeof login>, 'email' | 'password'>
/** What is typed to verify a sign-up. */
export type CodeForm = Pick<WireInput<typeof verifyOtp>, 'email' | 'otp'>

/** The same of a form, said anew in each language; null when the length is fine. */
function newPasswordProblemText(password: string): LazyText | null {
  const wrong = newPasswordProblem(password)
  return wrong === undefined ? null : () => newPasswordProblem(password) ?? wrong
}

const isEmpty = (text: string): boolean => text.trim() === ''

/** Login (spec 5.1): both fields first, then the form of the e-mail. */
export function loginProblem({ email, password }: Credentials): Problem<'email'> | null {
  if (isEmpty(email) || password === '') return { message: emptyTexts.emailAndPassword }
  const read = parseInput(login.input, { email, password })
  return read.ok ? null : { message: emailForm, field: 'email' }
}

/** Sign-up (spec 5.1): both fields, the new password, the form of the e-mail, the consent. */
export function signupProblem({
  email,
  password,
  acceptTerms,
}: Credentials & { acceptTerms: boolean }): Problem<keyof Credentials> | null {
  if (isEmpty(email) || password === '') return { message: emptyTexts.emailAndPassword }
  const wrongLength = newPasswordProblemText(password)
  if (wrongLength) return { message: wrongLength, field: 'password' }
  const read = parseInput(signup.input, { email, password })
  if (!read.ok) return { message: emailForm, field: 'email' }
  return acceptTerms ? null : { message: () => codeText({ code: 'terms_required' }) }
}

/** The OTP step (spec 5.1). */
export function otpProblem({ email, otp }: CodeForm): Problem<keyof CodeForm> | null {
  if (isEmpty(email) || isEmpty(otp)) return { message: emptyTexts.emailAndOtp }
  const read = parseInput(verifyOtp.input, { email, otp })
  if (read.ok) return null
  return { message: codeDigits(otp).length === limits.otp.length ? emailForm : codeForm }
}

/** First step of a reset (spec 5.2). */
export function forgotProblem(email: string): Problem<'email'> | null {
  if (isEmpty(email)) return { message: emptyTexts.email, field: 'email' }
  const read = parseInput(login.input, { email, password: '-' })
  return read.ok ? null : { message: emailForm, field: 'email' }
}

export type ResetForm = WireInput<typeof resetPassword>

/** Second step of a reset (spec 5.2): all fields, then the same password twice, then its length and the form of the code. */
export function resetProblem(form: ResetForm): Problem<'otp' | 'newPassword' | 'confirmPassword'> | null {
  if (isEmpty(form.otp) || form.newPassword === '' || form.confirmPassword === '')
    return { message: emptyTexts.allFields }
  if (form.newPassword !== form.confirmPassword)
    return { message: () => t`Passwords do not match.`, field: 'confirmPassword' }
  const wrongLength = newPasswordProblemText(form.newPassword)
  if (wrongLength) return { message: wrongLength, field: 'newPassword' }
  const read = parseInput(resetPassword.input, form)
  return read.ok ? null : { message: codeForm, field: 'otp' }
}
