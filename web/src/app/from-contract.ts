import type { Route } from '@kismet/contracts'
import type { BaseQueryApi } from '@reduxjs/toolkit/query'
import type { z } from 'zod'
import type { CallError } from './call-error.ts'
import type { CallResult, RoutedOperation } from './call.ts'
import { call } from './call.ts'
import { endsSession } from './session/session-rules.ts'
import { selectToken, sessionEnded } from './session/session-slice.ts'

/** A retry on its way: how often the call has been sent, and what became of it. */
interface Attempt {
  sent: number
  error: CallError
}

export interface ContractOptions {
  timeoutMs?: number
  /** How long to wait before the call is sent again, in ms; null ends it. */
  retryAfterMs?: (attempt: Attempt) => number | null
}

type Answer<R extends z.ZodType> = Promise<CallResult<z.output<R>>>

/**
 * The endpoint of an operation: types, path, method and the check of the answer come from the contract.
 * `build.query(fromContract(getBalance))`
 */
export function fromContract<I extends z.ZodType, R extends z.ZodType>(
  operation: RoutedOperation<I, R> & { readonly route: Route & { readonly idempotent?: false } },
  options: ContractOptions = {},
): { queryFn: (input: z.output<I>, api: BaseQueryApi) => Answer<R> } {
  return { queryFn: (input, api) => guarded(operation, input, api, options) }
}

/** The endpoint of an operation that moves money: each call names its intent, and a retry of an intent has the same key and input. */
export function fromMoneyContract<I extends z.ZodType, R extends z.ZodType>(
  operation: RoutedOperation<I, R> & { readonly route: Route & { readonly idempotent: true } },
  options: ContractOptions = {},
): { queryFn: (intent: { input: z.output<I>; idempotencyKey: string }, api: BaseQueryApi) => Answer<R> } {
  return { queryFn: ({ input, idempotencyKey }, api) => guarded(operation, input, api, { ...options, idempotencyKey }) }
}

/** Sends a call with the token of the session, again where the options say so, and ends the session where the answer says that it is over. */
async function guarded<I extends z.ZodType, R extends z.ZodType>(
  operation: RoutedOperation<I, R>,
  input: z.output<I>,
  api: BaseQueryApi,
  { timeoutMs, retryAfterMs, idempotencyKey }: ContractOptions & { idempotencyKey?: string },
): Answer<R> {
  for (let sent = 1; ; sent++) {
    const token = tokenOf(api)
    const result = await call(operation, input, { token, signal: api.signal, timeoutMs, idempotencyKey })
    if (result.error === undefined) return result
    endSessionIfOver(operation.subject, result.error, token, api)
    const waitMs = api.signal.aborted ? null : (retryAfterMs?.({ sent, error: result.error }) ?? null)
    if (waitMs === null) return result
    await new Promise((resolve) => setTimeout(resolve, waitMs))
  }
}

/** An answer to an older token says nothing about the session of now. */
export function endSessionIfOver(subject: string, error: CallError, token: string | null, api: BaseQueryApi): void {
  if (endsSession(subject, error) && token !== null && token === tokenOf(api)) api.dispatch(sessionEnded())
}

export function tokenOf(api: Pick<BaseQueryApi, 'getState'>): string | null {
  return selectToken(api.getState() as Parameters<typeof selectToken>[0])
}
