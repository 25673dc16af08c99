import { usePolling } from '@kismet/app-kit/live/use-polling.ts'
import { limits } from '@kismet/contracts'
import type { OrOther, PageQuery, RequestStatus } from '@kismet/contracts'
import { useState } from 'react'
import type { z } from 'zod'
import { api } from '../../core/api.ts'
import type { Answer } from '../../core/answer.ts'
import { fromContract } from '../session/from-contract.ts'
import { takeOverOlderOrders } from './older-orders.ts'

// The forms of requests load this module before they read their orders.
takeOverOlderOrders()

/** What each request has. */
export interface OwnRequest {
  readonly _id: string
  readonly status: OrOther<RequestStatus>
}

/** The own requests of a kind, newest first. */
export interface OwnRequests<Request extends OwnRequest> extends Answer<readonly Request[]> {
  /** How long a decision usually takes; null: not known. */
  readonly usualMinutes: number | null
  /** Whether older requests can be read. */
  readonly hasMore: boolean
  readonly isReadingMore: boolean
  readonly readMore: () => void
}

/**
 * The hook of the own requests of a kind. Each component that uses the hook reads the requests. While one of them waits,
 * it reads them again from time to time, because the event of the decision can be lost.
 */
export function ownRequestsHook<
  R extends z.ZodType<{ nextCursor: string | null; usualMinutes: number | null }>,
  Request extends OwnRequest,
>(
  operation: Parameters<typeof fromContract<typeof PageQuery, R>>[0],
  tag: 'Deposits' | 'Withdrawals',
  requestsIn: (page: z.output<R>) => readonly Request[],
): () => OwnRequests<Request> {
  const { queryFn } = fromContract(operation)
  // Endpoints are found by their name at runtime. To the types, all of them have this name.
  const name = operation.subject as 'list'
  const { endpoints } = api.injectEndpoints({
    endpoints: (build) => ({
      [name]: build.infiniteQuery<z.output<R>, undefined, string | null>({
        infiniteQueryOptions: { initialPageParam: null, getNextPageParam: ({ nextCursor }) => nextCursor },
        queryFn: ({ pageParam: cursor }, queryApi) =>
          queryFn({ limit: limits.listRows, ...(cursor !== null && { cursor }) }, queryApi),
        providesTags: [tag],
      }),
    }),
  })
  return function useOwnRequests() {
    const [isWaiting, setWaiting] = useState(true)
    const query = endpoints[name].useInfiniteQuery(undefined, {
      refetchOnMountOrArgChange: true,
      ...usePolling(isWaiting),
    })
    const { data, hasNextPage, isFetchingNextPage, fetchNextPage, ...answer } = query
    const requests = data?.pages.flatMap((page) => requestsIn(page))
    const isOneWaiting = requests?.some(({ status }) => status === 'pending') ?? true
    if (isWaiting !== isOneWaiting) setWaiting(isOneWaiting)
    return {
      ...answer,
      data: requests,
      usualMinutes: data?.pages[0]?.usualMinutes ?? null,
      hasMore: hasNextPage,
      isReadingMore: isFetchingNextPage,
      readMore: () => void fetchNextPage(),
    }
  }
}
