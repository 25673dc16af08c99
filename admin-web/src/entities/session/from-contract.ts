import type { CallError } from '@kismet/app-kit/call-error.ts'
import { contractEndpoints } from '@kismet/app-kit/contract-endpoints.ts'
import type { Once } from '@kismet/app-kit/contract-endpoints.ts'
import type { CallResult, RoutedOperation } from '@kismet/app-kit/call.ts'
import type { CallApi } from '@kismet/app-kit/use-order.ts'
import type { InfiniteData } from '@reduxjs/toolkit/query'
import type { TypedUseInfiniteQuery, TypedUseInfiniteQueryState, TypedUseQuery } from '@reduxjs/toolkit/query/react'
import type { z } from 'zod'
import type { Base } from '../../core/api.ts'
import { api } from '../../core/api.ts'
import { epochOf, sessionEnded } from './session-slice.ts'

/** Whether an error ends the session (spec 4.11): any 401, except a wrong password at login. */
const endsSession = (error: CallError): boolean =>
  error.kind === 'refused' && error.status === 401 && error.code !== 'invalid_credentials'

/** Operations of the contracts as endpoints of this app. */
export const { fromContract, fromMoneyContract, inSession } = contractEndpoints({
  epochOf,
  endsSession: (_, error) => endsSession(error),
  end: ({ dispatch }) => dispatch(sessionEnded('ended')),
})

/** The tags of what a call may have changed. */
export type Stale = readonly Parameters<typeof api.util.invalidateTags>[0][number][]

/**
 * An operation that changes something, as a call of an order. What it may have changed is read again after each answer,
 * because a call whose answer was lost may have been carried out.
 */
export const changing =
  <I extends z.ZodType, R extends z.ZodType>(operation: RoutedOperation<I, R> & Once, stale: Stale) =>
  async (input: z.output<I>, callApi: CallApi): Promise<CallResult<z.output<R>>> => {
    const result = await fromContract(operation).queryFn(input, callApi)
    callApi.dispatch(api.util.invalidateTags([...stale]))
    return result
  }

/**
 * The hook of an operation that reads.
 * `const useHandover = queryOf(getHandover, ['Deposits', 'Withdrawals'])`
 */
export function queryOf<I extends z.ZodType, R extends z.ZodType>(
  operation: RoutedOperation<I, R> & Once,
  providesTags: Stale,
): TypedUseQuery<z.output<R>, z.output<I>, Base> {
  // Endpoints are found by their name at runtime. To the types, all of them have this name.
  const name = operation.subject as 'read'
  const { endpoints } = api.injectEndpoints({
    endpoints: (build) => ({
      [name]: build.query<z.output<R>, z.output<I>>({ queryFn: fromContract(operation).queryFn, providesTags }),
    }),
  })
  return endpoints[name].useQuery
}

type QueryApi = Parameters<ReturnType<typeof fromContract>['queryFn']>[1]
interface Page {
  readonly nextCursor: string | null
}
interface Paged<Query, Answer> {
  infiniteQueryOptions: { initialPageParam: string | null; getNextPageParam: (last: Page) => string | null }
  queryFn: (asked: { queryArg: Query; pageParam: string | null }, api: QueryApi) => Promise<CallResult<Answer>>
}

/**
 * An operation that lists rows page by page, as an infinite query of an API that names its endpoints. Other lists take
 * `pagesOf`.
 * @param limit rows of a page
 */
export const inPages = <Query extends object, Answer extends Page>(
  ask: (input: Query & { limit: number; cursor?: string }, api: QueryApi) => Promise<CallResult<Answer>>,
  limit: number,
): Paged<Query, Answer> => ({
  infiniteQueryOptions: { initialPageParam: null, getNextPageParam: ({ nextCursor }) => nextCursor },
  queryFn: ({ queryArg, pageParam: cursor }, api) =>
    ask(cursor === null ? { ...queryArg, limit } : { ...queryArg, limit, cursor }, api),
})

/** What is asked of a list, without the place in it. */
type Asked<I extends z.ZodType> = Omit<z.output<I>, 'limit' | 'cursor'>

interface PagesOptions<Answer extends Page, Shown extends Page> {
  /** Rows of a page; 50 if missing. */
  limit?: number
  providesTags?: Stale | ((read: InfiniteData<Shown, string | null> | undefined) => Stale)
  keepUnusedDataFor?: number
  /** A page as its readers have it, if that is not the answer. */
  pageOf?: (answer: Answer) => Shown
}

/** The hooks of a list; `Types` is for `usePolledPages`. */
interface PagesEndpoint<Query, Shown> {
  readonly Types: { readonly QueryArg: Query; readonly ResultType: Shown }
  readonly useInfiniteQuery: TypedUseInfiniteQuery<Shown, Query, string | null, Base>
  readonly useInfiniteQueryState: TypedUseInfiniteQueryState<Shown, Query, string | null, Base>
}

/**
 * The endpoint of an operation that lists rows page by page.
 * `const listSessions = pagesOf(adminListSessions, { providesTags: ['Players'] })`
 */
export function pagesOf<I extends z.ZodType<object>, R extends z.ZodType<Page>, Shown extends Page = z.output<R>>(
  operation: RoutedOperation<I, R> & Once,
  { limit = 50, pageOf, ...options }: PagesOptions<z.output<R>, Shown> = {},
): PagesEndpoint<Asked<I>, Shown> {
  // `queryOf` may read the same operation without pages, so the two endpoints need different names. The cast is explained there.
  const name = `${operation.subject} by pages` as 'list'
  const { queryFn } = fromContract(operation)
  const { endpoints } = api.injectEndpoints({
    endpoints: (build) => ({
      [name]: build.infiniteQuery<Shown, Asked<I>, string | null>({
        ...inPages(async (input: Asked<I>, queryApi) => {
          const { data, error } = await queryFn(input as z.output<I>, queryApi)
          if (error) return { error }
          return { data: pageOf ? pageOf(data) : (data as Page as Shown) }
        }, limit),
        ...options,
      }),
    }),
  })
  return endpoints[name]
}
