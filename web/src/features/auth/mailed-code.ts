import type { CallError } from '@kismet/app-kit/call-error.ts'
import { isOutcomeUnknown } from '@kismet/app-kit/call-error.ts'
import type { TabValue } from '@kismet/app-kit/tab-value.ts'
import { tabValue } from '@kismet/app-kit/tab-value.ts'
import { limits, signup } from '@kismet/contracts'
import { t } from '@lingui/core/macro'
import { z } from 'zod'
import { formErrorText } from '../../core/error-text.ts'
import type { LazyText } from '../../core/lazy-text.ts'
import type { Problem } from '../../core/use-form.ts'

/** What a mailed code is for. Each has a wait of its own before another can be asked for. */
export type Purpose = 'signup' | 'reset'

/** What this tab knows of the newest code that it has asked for. */
const MailedCode = z.object({
  email: z.string(),
  /** When the server takes the next ask, in ms since the epoch by this browser's clock. */
  askAgainAtMs: z.int(),
  wrongTries: z.int(),
  /** A try of this code has an unknown outcome. */
  isOutcomeUnknown: z.boolean(),
})
type MailedCode = z.output<typeof MailedCode>

const codes: Readonly<Record<Purpose, TabValue<MailedCode>>> = {
  signup: tabValue('mailedCode:signup', MailedCode),
  reset: tabValue('mailedCode:reset', MailedCode),
}
const plain = (email: string): string => email.trim().toLowerCase()

function codeOf(purpose: Purpose, email: string): MailedCode {
  const kept = codes[purpose].read()
  return kept?.email === plain(email)
    ? kept
    : { email: plain(email), askAgainAtMs: 0, wrongTries: 0, isOutcomeUnknown: false }
}

/** A new code is on its way; the server takes the next ask `waitMs` from now. */
export function codeAsked(purpose: Purpose, email: string, waitMs: number): void {
  codes[purpose].write({ ...codeOf(purpose, email), askAgainAtMs: Date.now() + waitMs, wrongTries: 0 })
}

/** The server has refused to send another one for `waitMs` from now. */
export function codeRefused(purpose: Purpose, email: string, waitMs: number): void {
  codes[purpose].write({ ...codeOf(purpose, email), askAgainAtMs: Date.now() + waitMs })
}

/** How long from now until another code can be asked for, in whole seconds. It outlives a reload. */
export function waitSecondsOf(purpose: Purpose, email: string): number {
  return Math.max(0, Math.ceil((codeOf(purpose, email).askAgainAtMs - Date.now()) / 1_000))
}

/** Whether the player can still enter the last code, while the server would refuse to mail another. False when its tries are used up. */
export function isCodeUnderWay(purpose: Purpose, email: string): boolean {
  return waitSecondsOf(purpose, email) > 0 && codeOf(purpose, email).wrongTries < limits.otp.tries
}

/** Counts a wrong code. Returns a text when the tries are used up, because the server's text never says so; else null. */
export function codeWasWrong(purpose: Purpose, email: string): LazyText | null {
  const code = codeOf(purpose, email)
  const wrongTries = code.wrongTries + 1
  codes[purpose].write({ ...code, wrongTries })
  return wrongTries >= limits.otp.tries ? () => t`You tried this OTP too often. Request a new OTP.` : null
}

/** Records a failed code. `isOutcomeUnknown`: a try has an unknown outcome; after a success the server calls the same code wrong. */
export function codeProblem(purpose: Purpose, email: string, failure: CallError, fallback: LazyText): Problem {
  const usedUp = failure.code === 'invalid_code' ? codeWasWrong(purpose, email) : null
  const code = codeOf(purpose, email)
  const isUnknown = code.isOutcomeUnknown || isOutcomeUnknown(failure)
  if (isUnknown && !code.isOutcomeUnknown) codes[purpose].write({ ...code, isOutcomeUnknown: true })
  return { message: usedUp ?? (() => formErrorText(failure, fallback())), isOutcomeUnknown: isUnknown }
}

/** Empties the field of a wrong code, and puts the focus there. A code that failed for another reason can be sent again. */
export function emptyWrongCode({ code }: CallError, field: HTMLInputElement | null, empty: () => void): void {
  if (code !== 'invalid_code') return
  empty()
  field?.focus()
}

/** Forgets the codes after a success. */
export function forgetCodes(): void {
  for (const code of Object.values(codes)) code.write(null)
}

/** The sign-up of this tab that waits for its code; `entering` while the player is at the OTP step. */
export const pendingSignUp = tabValue(
  'pendingSignUp',
  signup.output.pick({ signupId: true }).extend({ email: z.string(), entering: z.boolean() }),
)

/** The reset of this tab whose code is on its way. Never the code, and no password. */
export const pendingReset = tabValue('pendingReset', z.object({ email: z.string() }))

/** The id of the sign-up of an e-mail, if this tab has one. */
export function signUpOf(email: string): { signupId?: string } {
  const pending = pendingSignUp.read()
  const isSame = pending?.email.trim().toLowerCase() === email.trim().toLowerCase()
  return pending !== null && isSame ? { signupId: pending.signupId } : {}
}
