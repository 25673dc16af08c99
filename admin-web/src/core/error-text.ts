import type { CallError } from '@kismet/app-kit/call-error.ts'

/** The detail of an error: the message of the server, or that the server was not reached (spec 8.4). */
export function errorDetail(error: CallError): string | null {
  if (error.kind === 'network' || error.kind === 'timeout') return 'Network error.'
  if (error.kind === 'malformed') return 'The server sent an unreadable answer.'
  return error.message
}

/** The text of a form: the message of the server, a network error, or the fallback of the spec for this call. */
export function formErrorText(error: CallError, fallback: string): string {
  if (error.kind === 'network' || error.kind === 'timeout') return 'Network error. Please try again.'
  return error.message ?? fallback
}
