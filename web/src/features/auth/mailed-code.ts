import type { CallError } from '@kismet/app-kit/call-error.ts'
import { isOutcomeUnknown } from '@kismet/app-kit/call-error.ts'
import { readJson } from '@kismet/app-kit/session/kept-session.ts'
import { limits } from '@kismet/contracts'
import { t } from '@lingui/core/macro'
import { z } from 'zod'
import type { Said } from '../../core/said.ts'

/** What a mailed code is for. Each has a wait of its own before another can be asked for. */
export type Purpose = 'signup' | 'reset'

/** What this tab knows of the newest code that it has asked for. */
const MailedCode = z.object({
  email: z.string(),
  /** When the server takes the next ask, in ms since the epoch by this browser's clock. */
  askAgainAtMs: z.int(),
  wrongTries: z.int(),
  /** An answer to one was lost: it may have done its work. */
  isUnclear: z.boolean(),
})
type MailedCode = z.output<typeof MailedCode>

const purposes: readonly Purpose[] = ['signup', 'reset']
const keyOf = (purpose: Purpose): string => `mailedCode:${purpose}`
const plain = (email: string): string => email.trim().toLowerCase()

function read(purpose: Purpose, email: string): MailedCode {
  const kept = readJson(MailedCode, sessionStorage.getItem(keyOf(purpose)))
  return kept?.email === plain(email) ? kept : { email: plain(email), askAgainAtMs: 0, wrongTries: 0, isUnclear: false }
}

function keep(purpose: Purpose, code: MailedCode): void {
  sessionStorage.setItem(keyOf(purpose), JSON.stringify(code))
}

/** A new code is on its way; the server takes the next ask `waitMs` from now. */
export function codeAsked(purpose: Purpose, email: string, waitMs: number): void {
  keep(purpose, { ...read(purpose, email), askAgainAtMs: Date.now() + waitMs, wrongTries: 0 })
}

/** The server has refused to send another one for `waitMs` from now. */
export function codeRefused(purpose: Purpose, email: string, waitMs: number): void {
  keep(purpose, { ...read(purpose, email), askAgainAtMs: Date.now() + waitMs })
}

/** How long from now until another code can be asked for, in whole seconds. It outlives a reload. */
export function waitSecondsOf(purpose: Purpose, email: string): number {
  return Math.max(0, Math.ceil((read(purpose, email).askAgainAtMs - Date.now()) / 1_000))
}

/** Whether the player can still enter the last code, while the server would refuse to mail another. False when its tries are used up. */
export function isCodeUnderWay(purpose: Purpose, email: string): boolean {
  return waitSecondsOf(purpose, email) > 0 && read(purpose, email).wrongTries < limits.otp.tries
}

/** Counts a wrong code. Returns a text when the tries are used up, because the server's text never says so; else null. */
export function codeWasWrong(purpose: Purpose, email: string): Said | null {
  const code = read(purpose, email)
  const wrongTries = code.wrongTries + 1
  keep(purpose, { ...code, wrongTries })
  return wrongTries >= limits.otp.tries ? () => t`You tried this OTP too often. Request a new OTP.` : null
}

/** Records a failed code. @returns whether a try has an unknown outcome; after a success the server calls the same code wrong */
export function mayBeDone(purpose: Purpose, email: string, failure: CallError): boolean {
  const code = read(purpose, email)
  if (code.isUnclear || !isOutcomeUnknown(failure)) return code.isUnclear
  keep(purpose, { ...code, isUnclear: true })
  return true
}

/** Forgets the codes after a success. */
export function forgetCodes(): void {
  for (const purpose of purposes) sessionStorage.removeItem(keyOf(purpose))
}
