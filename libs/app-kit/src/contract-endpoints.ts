import type { Route } from '@kismet/contracts'
import type { BaseQueryApi } from '@reduxjs/toolkit/query'
import type { z } from 'zod'
import type { CallError } from './call-error.ts'
import { refusal } from './call-error.ts'
import type { CallResult, RoutedOperation } from './call.ts'
import { call } from './call.ts'
import type { Epoch } from './session/session-core.ts'

/** A failed call: how often it was sent, and the last error. */
interface Attempt {
  sent: number
  error: CallError
}

export interface ContractOptions {
  timeoutMs?: number
  /** The delay before a retry, in ms. Null stops. */
  retryAfterMs?: (attempt: Attempt) => number | null
}

/** The session of an app, as the endpoints use it. */
export interface SessionPort {
  epochOf: (api: Pick<BaseQueryApi, 'getState'>) => Epoch
  /** Whether a refusal of the operation with this subject ends the session. */
  endsSession: (subject: string, error: CallError) => boolean
  end: (api: Pick<BaseQueryApi, 'dispatch'>) => void
  /** Called with each answer while the session lasts. */
  answered?: (answer: unknown, api: Pick<BaseQueryApi, 'dispatch'>) => void
}

type Answer<R extends z.ZodType> = Promise<CallResult<z.output<R>>>
type QueryApi = Pick<BaseQueryApi, 'getState' | 'dispatch' | 'signal'>

/** An operation without an idempotency key. */
export interface Once {
  readonly route: Route & { readonly idempotent?: false }
}
interface Idempotent {
  readonly route: Route & { readonly idempotent: true }
}

export interface ContractEndpoints {
  /**
   * The endpoint of an operation: types, path, method and the check of the answer come from the contract.
   * `build.query(fromContract(getBalance))`
   */
  fromContract: <I extends z.ZodType, R extends z.ZodType>(
    operation: RoutedOperation<I, R> & Once,
    options?: ContractOptions,
  ) => { queryFn: (input: z.output<I>, api: QueryApi) => Answer<R> }
  /**
   * The endpoint of an operation that moves money. A retry has the same key and input. `replayed`: the server returned its first
   * answer again.
   */
  fromMoneyContract: <I extends z.ZodType, R extends z.ZodObject>(
    operation: RoutedOperation<I, R> & Idempotent,
    options?: ContractOptions,
  ) => {
    queryFn: (
      intent: { input: z.output<I>; idempotencyKey: string },
      api: QueryApi,
    ) => Promise<CallResult<z.output<R> & { replayed: boolean }>>
  }
  /** A call of another kind (a file, a form) with the token of the session, by the same rules. */
  inSession: <T>(
    subject: string,
    api: Omit<QueryApi, 'signal'>,
    send: (token: string | null) => Promise<CallResult<T>>,
  ) => Promise<CallResult<T>>
}

const overAnswer = { code: 'unauthenticated', message: 'That session has ended.' }
/** Replaces an answer that arrives after the end of its session. */
export const sessionEndedError: CallError = refusal(401, overAnswer, null)

/** A public read belongs to no session, so it survives a login. */
function isPublicRead({ access, method }: Route): boolean {
  return access === 'anyone' && method === 'GET'
}

/**
 * Binds the operations of the contracts to the session of an app. A call belongs to the epoch in which it began. In a later epoch
 * it is not retried, its answer is dropped, and its refusal ends no session.
 */
export function contractEndpoints(session: SessionPort): ContractEndpoints {
  async function sentIn<T>(
    began: Epoch,
    subject: string,
    api: Omit<QueryApi, 'signal'>,
    send: (token: string | null) => Promise<CallResult<T>>,
  ): Promise<CallResult<T>> {
    const result = await send(began.token)
    if (session.epochOf(api).epoch !== began.epoch) return { error: sessionEndedError }
    if (result.error === undefined) session.answered?.(result.data, api)
    else if (began.token !== null && session.endsSession(subject, result.error)) session.end(api)
    return result
  }

  /** Sends a call with the token of the session, and retries it by the options. */
  async function guarded<I extends z.ZodType, R extends z.ZodType>(
    operation: RoutedOperation<I, R>,
    input: z.output<I>,
    api: QueryApi,
    { timeoutMs, retryAfterMs, idempotencyKey }: ContractOptions & { idempotencyKey?: string },
  ): Answer<R> {
    const began = session.epochOf(api)
    const send = (token: string | null) =>
      call(operation, input, { token, signal: api.signal, timeoutMs, idempotencyKey })
    const isOwn = !isPublicRead(operation.route)
    for (let sent = 1; ; sent++) {
      const result = isOwn ? await sentIn(began, operation.subject, api, send) : await send(null)
      if (result.error === undefined || result.error === sessionEndedError) return result
      const waitMs = api.signal.aborted ? null : (retryAfterMs?.({ sent, error: result.error }) ?? null)
      if (waitMs === null) return result
      await new Promise((resolve) => setTimeout(resolve, waitMs))
      if (isOwn && session.epochOf(api).epoch !== began.epoch) return { error: sessionEndedError }
    }
  }

  return {
    fromContract: (operation, options = {}) => ({
      queryFn: (input, api) => guarded(operation, input, api, options),
    }),
    fromMoneyContract: (operation, options = {}) => ({
      queryFn: async ({ input, idempotencyKey }, api) => {
        const result = await guarded(operation, input, api, { ...options, idempotencyKey })
        return result.error ? result : { data: { ...result.data, replayed: result.replayed === true } }
      },
    }),
    inSession: (subject, api, send) => sentIn(session.epochOf(api), subject, api, send),
  }
}
