import { getBalance, getProfile } from '@kismet/contracts'
import type { CallError } from '@kismet/app-kit/call-error.ts'

const sessionChecks: readonly string[] = [getBalance.subject, getProfile.subject]

/**
 * Whether a refusal ends the session of this browser (spec 4.11, 8.3): any 401 does, but for a wrong password at login, which says
 * nothing about a session; and a 403 of the balance or profile call, which answers so only for the session itself.
 */
export function endsSession(subject: string, error: CallError): boolean {
  if (error.kind !== 'refused') return false
  if (error.status === 401) return error.code !== 'invalid_credentials'
  return error.status === 403 && sessionChecks.includes(subject)
}
