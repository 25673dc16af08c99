import { asCallError } from '@kismet/app-kit/call-error.ts'
import type { Listing, PagedResult } from './table.ts'

/** What a query that is no list answers. */
export interface Answer<Data> extends Omit<PagedResult<unknown>, 'currentData' | 'hasNextPage' | 'fetchNextPage'> {
  readonly currentData?: Data | undefined
}

/** How such an answer stands, for what is said over it when it could not be read anew. */
export function standingOf(
  result: Answer<unknown>,
): Pick<Listing<unknown>, 'known' | 'error' | 'asOfMs' | 'busy' | 'retry'> {
  const { currentData, fulfilledTimeStamp, error, isFetching, refetch } = result
  return {
    known: currentData !== undefined,
    error: error === undefined ? null : asCallError(error),
    asOfMs: fulfilledTimeStamp ?? null,
    busy: isFetching,
    retry: () => void refetch(),
  }
}
