import type { CallError } from '@kismet/app-kit/call-error.ts'

/** Any 401 ends the session (spec 4.11), but for a wrong password at login, which says nothing about one. */
export function endsSession(error: CallError): boolean {
  return error.kind === 'refused' && error.status === 401 && error.code !== 'invalid_credentials'
}
