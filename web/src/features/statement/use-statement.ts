import type { CallError } from '@kismet/app-kit/call-error.ts'
import { asCallError } from '@kismet/app-kit/call-error.ts'
import { download } from '@kismet/app-kit/download.ts'
import { saveFile } from '@kismet/app-kit/save-file.ts'
import {
  Day,
  Rupees,
  StatementFilters,
  StatementRow,
  downloadAccountStatement,
  getAccountStatement,
} from '@kismet/contracts'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { z } from 'zod'
import { api, filesApi } from '../../core/api.ts'
import { useBalanceFollowed } from '../../entities/balance/use-balance-followed.ts'
import { fromContract, inSession } from '../../entities/session/from-contract.ts'

const day = Day.optional().catch(undefined)
/** How the statement is narrowed, in the words of the contract. An invalid value in the address does not filter. */
const Filters = z.object({
  gameType: StatementFilters.shape.gameType.unwrap().catch('All'),
  result: StatementFilters.shape.result.unwrap().catch('All'),
  from: day,
  to: day,
})
export type Filters = z.output<typeof Filters>

/** What is set of the filters. */
const set = (filters: Filters): Record<string, string> =>
  Object.fromEntries(Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))

/** The filters in the address, so that they are there again when the player comes back from a proof. */
export function useFilters(): [Filters, (changes: Partial<Filters>) => void] {
  const [search, setSearch] = useSearchParams()
  const filters = Filters.parse(Object.fromEntries(search))
  const change = (changes: Partial<Filters>): void => setSearch(set({ ...filters, ...changes }), { replace: true })
  return [filters, change]
}

/** The lines of a page, and how many of them this release cannot read. A newer release may have other lines. */
const Lines = z.array(z.unknown()).transform((raw) => {
  const lines = raw.flatMap((line) => StatementRow.safeParse(line).data ?? [])
  return { lines, unreadable: raw.length - lines.length }
})
const Page = z.object({
  statements: Lines,
  nextCursor: z.string().nullable(),
  openingBalance: Rupees.optional().catch(undefined),
})
type StatementPage = z.output<typeof Page>
/** One line; its amounts are in paise. */
export type StatementLine = StatementRow

const pageLines = 50
/** After so many pages the older lines are in the file only. */
export const mostPages = 40

const list = fromContract({ ...getAccountStatement, output: Page }).queryFn

/** The own statement by pages, newest first. */
const statementApi = api.injectEndpoints({
  endpoints: (build) => ({
    getStatement: build.infiniteQuery<StatementPage, Filters, string | null>({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: ({ nextCursor }, pages) => (pages.length < mostPages ? nextCursor : null),
        // A refetch begins at the newest line, because older lines have moved to later pages.
        refetchCachedPages: false,
      },
      queryFn: ({ queryArg, pageParam: cursor }, queryApi) =>
        list({ ...set(queryArg), limit: pageLines, ...(cursor === null ? {} : { cursor }) }, queryApi),
      keepUnusedDataFor: 0,
    }),
  }),
})

const statementFilesApi = filesApi.injectEndpoints({
  endpoints: (build) => ({
    /** Hands the file to the browser; an answer is no state of the app. */
    downloadStatement: build.mutation<null, Filters>({
      queryFn: async (filters, queryApi) => {
        const { data, error } = await inSession(downloadAccountStatement.route.path, queryApi, (token) =>
          download(downloadAccountStatement.route, set(filters), { token, signal: queryApi.signal }),
        )
        if (error) return { error }
        saveFile(data.name, data)
        return { data: null }
      },
    }),
  }),
})

const { useGetStatementInfiniteQuery } = statementApi
export const { useDownloadStatementMutation } = statementFilesApi

const recheckMs = 30_000

export interface ShownStatement {
  /** Newest first; undefined until they are known for these filters. */
  readonly lines: readonly StatementLine[] | undefined
  /** How many lines of the pages that are shown cannot be read. */
  readonly unreadable: number
  /** The balance before the first day, in paise; undefined while there is no first day, or the balance is not known. */
  readonly openingPaise: number | undefined
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
 * The own statement through its filters. While only its first page is shown, it is refetched regularly and after the
 * balance changes. A player who has scrolled down stays in place, and a button offers the newest lines.
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
    lines: pages?.flatMap(({ statements }) => statements.lines),
    unreadable: pages?.reduce((sum, { statements }) => sum + statements.unreadable, 0) ?? 0,
    openingPaise: pages?.[0]?.openingBalance,
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
