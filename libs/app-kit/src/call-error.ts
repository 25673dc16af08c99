import { isErrorCode, readRefusal } from '@kismet/contracts'
import type { CodedRefusal } from '@kismet/contracts'

/**
 * Why a call has no answer. `refused`: the server refused it. `network`: the server was not reached. `timeout`: no answer in time.
 * `malformed`: the answer does not match the contract. After the last three, the outcome of a command is unknown. `cancelled`: the
 * user stopped an upload, which may have arrived (`upload.ts`).
 */
interface CallFailure {
  kind: 'refused' | 'network' | 'timeout' | 'malformed' | 'cancelled'
  status: number | null
  /** The message of the server, if any. */
  message: string | null
  retryAfterSeconds: number | null
}

/** `code` decides the type of `params` (libs/contracts, `errorCatalogue`). */
export type CallError = CallFailure & (CodedRefusal | { code: null; params?: undefined })

export function unanswered(kind: Exclude<CallError['kind'], 'refused'>, status: number | null = null): CallError {
  return { kind, status, code: null, message: null, retryAfterSeconds: null }
}

/** A refusal from its status and any body. */
export function refusal(status: number | null, body: unknown, retryAfter: string | null): CallError {
  const fields = typeof body === 'object' && body !== null ? body : {}
  const message = 'message' in fields && typeof fields.message === 'string' ? fields.message : null
  const coded =
    'code' in fields && typeof fields.code === 'string' && isErrorCode(fields.code)
      ? readRefusal(fields.code, 'params' in fields ? fields.params : undefined)
      : ({ code: null } as const)
  const seconds = retryAfter === null ? Number.NaN : Number(retryAfter)
  return { kind: 'refused', status, ...coded, message, retryAfterSeconds: Number.isFinite(seconds) ? seconds : null }
}

/**
 * Whether the command may have been carried out, so that its outcome must be looked up. A cancelled upload is not looked up.
 * Refusals of the live connection have no status, so their code says that the server failed.
 */
export function isOutcomeUnknown({ kind, status, code }: CallError): boolean {
  if (kind !== 'refused') return kind !== 'cancelled'
  const hasFailed = code === 'internal' || code === 'unavailable' || (status !== null && status >= 500)
  return hasFailed && code !== 'maintenance'
}

/**
 * Whether the outcome of an order stays unknown after a retry with this error: no answer, or a refusal before the order was
 * processed (no session, too many requests). Maintenance refuses only orders that have not begun.
 */
export function leavesOutcomeUnknown(error: CallError): boolean {
  return isOutcomeUnknown(error) || error.status === 401 || error.status === 429
}

/** The error of an endpoint as a call error. A defect of the app counts as a malformed answer. */
export function asCallError(error: CallError | { name?: string | undefined }): CallError {
  return 'kind' in error ? error : unanswered('malformed')
}

/** The failure of a read that looks for an order. Unless the session has ended, the outcome of the order stays unknown. */
export const lookUpFailed = (error: CallError): CallError => (error.status === 401 ? error : unanswered('malformed'))
