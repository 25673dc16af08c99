import { isErrorCode, readRefusal } from '@kismet/contracts'
import type { CodedRefusal } from '@kismet/contracts'

/**
 * Why a call has no answer. `refused`: the server said no; `network`: it was not reached; `timeout`: no answer in time;
 * `malformed`: an answer that is not of the contract. After these three nobody knows whether a command was carried out. `cancelled`: an upload that was
 * ended here; it may have been taken all the same (`upload.ts`).
 */
interface CallFailure {
  kind: 'refused' | 'network' | 'timeout' | 'malformed' | 'cancelled'
  status: number | null
  /** The server's sentence, where it gave one. */
  message: string | null
  retryAfterSeconds: number | null
}

/** `code` tells which `params` there are (libs/contracts, `errorCatalogue`). */
export type CallError = CallFailure & (CodedRefusal | { code: null; params?: undefined })

export function unanswered(kind: Exclude<CallError['kind'], 'refused'>, status: number | null = null): CallError {
  return { kind, status, code: null, message: null, retryAfterSeconds: null }
}

/** A refusal from its status and its body, whatever that body is. */
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
 * Whether the command may have been carried out although no answer came, so that it is asked for. What its sender has
 * cancelled is not. The live connection has no status: its code says that the server failed.
 */
export function isOutcomeUnknown({ kind, status, code }: CallError): boolean {
  if (kind !== 'refused') return kind !== 'cancelled'
  const hasFailed = code === 'internal' || code === 'unavailable' || (status !== null && status >= 500)
  return hasFailed && code !== 'maintenance'
}

/**
 * Whether an order may have been carried out although this is what a later asking got: no answer at all, or a refusal by those who do not look what is asked (no session any more,
 * too many requests). Maintenance refuses only what has not begun.
 */
export function leavesOutcomeUnknown(error: CallError): boolean {
  return isOutcomeUnknown(error) || error.status === 401 || error.status === 429
}

/** The error of an endpoint as a call error; a defect of the app itself counts as an answer that could not be read. */
export function asCallError(error: CallError | { name?: string | undefined }): CallError {
  return 'kind' in error ? error : unanswered('malformed')
}

/** The failure of a read that looks for an order. Unless the session has ended, the outcome of the order stays unknown. */
export const lookUpFailed = (error: CallError): CallError => (error.status === 401 ? error : unanswered('malformed'))
