import { contractEndpoints } from '@kismet/app-kit/contract-endpoints.ts'
import type { CallResult } from '@kismet/app-kit/call.ts'
import { endsSession } from './session-rules.ts'
import { epochOf, sessionEnded } from './session-slice.ts'

/** Operations of the contracts as endpoints of this app. */
export const { fromContract, fromMoneyContract, inSession } = contractEndpoints({
  epochOf,
  endsSession: (_, error) => endsSession(error),
  end: ({ dispatch }) => dispatch(sessionEnded('ended')),
})

type QueryApi = Parameters<ReturnType<typeof fromContract>['queryFn']>[1]
interface Page {
  readonly nextCursor: string | null
}
interface Paged<Query, Answer> {
  infiniteQueryOptions: { initialPageParam: string | null; getNextPageParam: (last: Page) => string | null }
  queryFn: (asked: { queryArg: Query; pageParam: string | null }, api: QueryApi) => Promise<CallResult<Answer>>
}

/**
 * An operation that lists rows page by page, as an infinite query.
 * `build.infiniteQuery<AuditPage, AuditFilters, string | null>(inPages(fromContract(getAuditLog).queryFn, 50))`
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
