import { personPollMs } from '../person-poll.ts'
import type { Listing, PagedResult } from './table.ts'
import { listingOf } from './table.ts'

interface Asking {
  readonly refetchOnMountOrArgChange: true
  readonly pollingInterval: number
}

/** An infinite query with its hooks. Only `Types` says what a page is: the hooks are generic. */
interface PagedEndpoint<Query, Page> {
  readonly Types: { readonly QueryArg: Query; readonly ResultType: Page }
  readonly useInfiniteQuery: (query: NoInfer<Query>, asking: Asking) => PagedResult<NoInfer<Page>>
  /** What is known, without a request. */
  readonly useInfiniteQueryState: (query: NoInfer<Query>) => Pick<PagedResult<NoInfer<Page>>, 'currentData'>
}

/**
 * A list in pages beside facts about persons. Each reader loads the list again. The list is polled while only its first page
 * is loaded, because a poll reads all loaded pages.
 */
export function usePolledPages<Query, Page, Row>(
  { useInfiniteQuery, useInfiniteQueryState }: PagedEndpoint<Query, Page>,
  query: NoInfer<Query>,
  rowsOf: (page: NoInfer<Page>) => readonly Row[],
  isPolled = true,
): Listing<Row> {
  const { currentData } = useInfiniteQueryState(query)
  const pollingInterval = isPolled && currentData?.pages.length === 1 ? personPollMs : 0
  return listingOf(useInfiniteQuery(query, { refetchOnMountOrArgChange: true, pollingInterval }), rowsOf)
}
