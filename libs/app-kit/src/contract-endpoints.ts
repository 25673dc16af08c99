import type { Route } from '@kismet/contracts'
import type { BaseQueryApi } from '@reduxjs/toolkit/query'
import type { z } from 'zod'
import type { CallError } from './call-error.ts'
import { refusal } from './call-error.ts'
import type { CallResult, RoutedOperation } from './call.ts'
import { call } from './call.ts'
import type { Epoch } from './session/session-core.ts'

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

/** What the endpoints need to know of an app's session. */
export interface SessionPort {
  epochOf: (api: Pick<BaseQueryApi, 'getState'>) => Epoch
  /** Whether a refusal of the operation with this subject says that the session is over. */
  endsSession: (subject: string, error: CallError) => boolean
  end: (api: Pick<BaseQueryApi, 'dispatch'>) => void
  /** Told of each answer to a session, while it lasts. */
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
   * The endpoint of an operation that moves money: each call names its intent, and a retry of an intent has the same key and input. Its answer says
   * whether it is an earlier one again (`replayed`).
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
/** What the answer to a session becomes that has ended meanwhile: it is nobody's any more. */
export const sessionEndedError: CallError = refusal(401, overAnswer, null)

/** What anybody may read is nobody's own: it outlives a login. */
function isEverybodys({ access, method }: Route): boolean {
  return access === 'anyone' && method === 'GET'
}

/**
 * Binds the operations of the contracts to the session of an app. A call belongs to the epoch in which it began: it is not sent again in another one, its answer
 * is told to nobody there, and ends no session but its own.
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

  /** Sends a call with the token of the session, and again where the options say so. */
  async function guarded<I extends z.ZodType, R extends z.ZodType>(
    operation: RoutedOperation<I, R>,
    input: z.output<I>,
    api: QueryApi,
    { timeoutMs, retryAfterMs, idempotencyKey }: ContractOptions & { idempotencyKey?: string },
  ): Answer<R> {
    const began = session.epochOf(api)
    const send = (token: string | null) =>
      call(operation, input, { token, signal: api.signal, timeoutMs, idempotencyKey })
    const isOwn = !isEverybodys(operation.route)
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
