import type { CallError } from '@kismet/app-kit/call-error.ts'

/** What an error says besides the spec's words for what failed: the server's sentence, or that it was not reached (8.4). */
export function errorDetail(error: CallError): string | null {
  if (error.kind === 'network' || error.kind === 'timeout') return 'Network error.'
  if (error.kind === 'malformed') return 'The server sent an unreadable answer.'
  return error.message
}

/** What a form shows: the server's sentence, the network's, or the spec's fallback for this call. */
export function formErrorText(error: CallError, fallback: string): string {
  if (error.kind === 'network' || error.kind === 'timeout') return 'Network error. Please try again.'
  return error.message ?? fallback
}
