import type { Route } from '@kismet/contracts'
import type { BaseQueryApi } from '@reduxjs/toolkit/query'
import type { z } from 'zod'
import type { CallError } from './call-error.ts'
import { refusal } from './call-error.ts'
import type { CallResult, RoutedOperation } from './call.ts'
import { call } from './call.ts'

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
  tokenOf: (api: Pick<BaseQueryApi, 'getState'>) => string | null
  /** Whether a refusal of the operation with this subject says that the session is over. */
  endsSession: (subject: string, error: CallError) => boolean
  end: (api: Pick<BaseQueryApi, 'dispatch'>) => void
  /** Told of each answer to a session, while it lasts. */
  answered?: (answer: unknown, api: Pick<BaseQueryApi, 'dispatch'>) => void
}

type Answer<R extends z.ZodType> = Promise<CallResult<z.output<R>>>
type QueryApi = Pick<BaseQueryApi, 'getState' | 'dispatch' | 'signal'>

interface Once {
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
  /** For calls that are not made by an endpoint. An answer to an older token says nothing about the session of now. */
  endSessionIfOver: (subject: string, error: CallError, token: string | null, api: Omit<QueryApi, 'signal'>) => void
}

const overAnswer = { code: 'unauthenticated', message: 'That session has ended.' }
/** What the answer to a session becomes that has ended meanwhile: it is nobody's any more. */
export const sessionIsOver: CallError = refusal(401, overAnswer, null)

/** Binds the operations of the contracts to the session of an app. */
export function contractEndpoints(session: SessionPort): ContractEndpoints {
  const endSessionIfOver: ContractEndpoints['endSessionIfOver'] = (subject, error, token, api) => {
    if (session.endsSession(subject, error) && token !== null && token === session.tokenOf(api)) session.end(api)
  }

  /** Sends a call with the token of the session, and again where the options say so. */
  async function guarded<I extends z.ZodType, R extends z.ZodType>(
    operation: RoutedOperation<I, R>,
    input: z.output<I>,
    api: QueryApi,
    { timeoutMs, retryAfterMs, idempotencyKey }: ContractOptions & { idempotencyKey?: string },
  ): Answer<R> {
    for (let sent = 1; ; sent++) {
      const token = session.tokenOf(api)
      const result = await call(operation, input, { token, signal: api.signal, timeoutMs, idempotencyKey })
      if (token !== null && token !== session.tokenOf(api)) return { error: sessionIsOver }
      if (result.error === undefined) {
        session.answered?.(result.data, api)
        return result
      }
      endSessionIfOver(operation.subject, result.error, token, api)
      const waitMs = api.signal.aborted ? null : (retryAfterMs?.({ sent, error: result.error }) ?? null)
      if (waitMs === null) return result
      await new Promise((resolve) => setTimeout(resolve, waitMs))
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
    endSessionIfOver,
  }
}
