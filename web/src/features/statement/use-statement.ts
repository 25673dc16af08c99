import type { CallError } from '@kismet/app-kit/call-error.ts'
import { asCallError } from '@kismet/app-kit/call-error.ts'
import { useState } from 'react'
import { useBalanceFollowed } from '../../entities/balance/use-balance-followed.ts'
import type { Filters, StatementLine } from './statement-api.ts'
import { mostPages, useGetStatementInfiniteQuery } from './statement-api.ts'

const recheckMs = 30_000

export interface ShownStatement {
  /** Newest first; undefined until they are known for these filters. */
  readonly lines: readonly StatementLine[] | undefined
  readonly error: CallError | null
  readonly isFetching: boolean
  /** Whether older lines can be read. */
  readonly hasMore: boolean
  /** Whether older ones are in the file alone. */
  readonly isCut: boolean
  /** Whether there are newer lines than those that are shown, below which the reader has scrolled. */
  readonly isBehind: boolean
  readonly readMore: () => void
  readonly readAnew: () => void
}

/**
 * The own statement through its filters. While its first page alone is shown it is read again when the balance has moved, and now and then; who has scrolled on is told
 * that there is more, and stays where they are.
 */
export function useStatement(filters: Filters): ShownStatement {
  const [isScrolledOn, setScrolledOn] = useState(false)
  const query = useGetStatementInfiniteQuery(filters, {
    refetchOnMountOrArgChange: true,
    pollingInterval: isScrolledOn ? 0 : recheckMs,
    refetchOnReconnect: !isScrolledOn,
  })
  const { currentData, error, isFetching, hasNextPage, fetchNextPage } = query
  const pages = currentData?.pages
  const pageCount = pages?.length ?? 0
  if (isScrolledOn !== pageCount > 1) setScrolledOn(pageCount > 1)
  const { isBehind, catchUp } = useBalanceFollowed(query, isScrolledOn)
  return {
    lines: pages?.flatMap(({ statements }) => statements),
    error: error ? asCallError(error) : null,
    isFetching,
    hasMore: hasNextPage,
    isCut: pageCount >= mostPages && pages?.at(-1)?.nextCursor !== null,
    isBehind: isBehind && isScrolledOn,
    readMore: () => {
      if (hasNextPage && !isFetching) void fetchNextPage()
    },
    readAnew: catchUp,
  }
}
