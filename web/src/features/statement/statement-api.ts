import { download } from '@kismet/app-kit/download.ts'
import { saveFile } from '@kismet/app-kit/save-file.ts'
import { downloadAccountStatement, getAccountStatement } from '@kismet/contracts'
import type { Output, StatementFilters } from '@kismet/contracts'
import { api, filesApi } from '../../core/api.ts'
import { fromContract, inSession } from '../../entities/session/from-contract.ts'

/** How the statement is narrowed, in the words of the contract. */
export interface Filters extends Readonly<Record<string, string>> {
  readonly gameType: NonNullable<StatementFilters['gameType']>
  readonly result: NonNullable<StatementFilters['result']>
}
type StatementPage = Output<typeof getAccountStatement>
/** One line; its amounts are in paise. */
export type StatementLine = StatementPage['statements'][number]

const pageLines = 50
/** After so many pages the rest is in the file: a list of a hundred thousand lines is nothing that anybody scrolls through. */
export const mostPages = 40

const list = fromContract(getAccountStatement).queryFn

/** The own statement by pages, newest first. */
const statementApi = api.injectEndpoints({
  endpoints: (build) => ({
    getStatement: build.infiniteQuery<StatementPage, Filters, string | null>({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: ({ nextCursor }, pages) => (pages.length < mostPages ? nextCursor : null),
        // Read anew it begins at the newest line again: what was scrolled to has moved on.
        refetchCachedPages: false,
      },
      queryFn: ({ queryArg, pageParam: cursor }, queryApi) =>
        list({ ...queryArg, limit: pageLines, ...(cursor === null ? {} : { cursor }) }, queryApi),
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
          download(downloadAccountStatement.route, filters, { token, signal: queryApi.signal }),
        )
        if (error) return { error }
        saveFile('account-statement.csv', data)
        return { data: null }
      },
    }),
  }),
})

export const { useGetStatementInfiniteQuery } = statementApi
export const { useDownloadStatementMutation } = statementFilesApi
