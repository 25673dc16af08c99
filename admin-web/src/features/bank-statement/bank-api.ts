import { upload } from '@kismet/app-kit/upload.ts'
import { listBankStatements, postBankStatement, previewBankStatement, readBankMatches } from '@kismet/contracts'
import type { BankColumns, BankTab, Output } from '@kismet/contracts'
import type { z } from 'zod'
import { api, filesApi } from '../../core/api.ts'
import { withClaimUpdates } from '../../entities/queue/claim-updates.ts'
import { fromContract, inSession } from '../../entities/session/from-contract.ts'

/** A file as the server reads it. */
export type Preview = z.output<typeof previewBankStatement.output>
type MatchPage = Output<typeof readBankMatches>
/** A row of a bank with its request; amounts in paise. */
export type BankMatch = MatchPage['rows'][number]
type StatementPage = Output<typeof listBankStatements>
export type Statement = StatementPage['statements'][number]

/** A file, and what its columns mean. */
interface Sheet<Columns> {
  file: File
  columns: Columns
}

const subjectOf = ({ service, route }: typeof previewBankStatement | typeof postBankStatement): string =>
  `${service}${route.path}`
const list = fromContract(listBankStatements)
const matches = fromContract(readBankMatches)

/** Bank statements, and what of them is a deposit. News of requests make both stale; who looks at one is written into its row, as matching a whole statement anew is too dear for that. */
const bankApi = api.injectEndpoints({
  endpoints: (build) => ({
    listBankStatements: build.infiniteQuery<StatementPage, Record<string, never>, string | null>({
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: ({ next }) => next },
      queryFn: ({ pageParam: before }, queryApi) => list.queryFn(before === null ? {} : { before }, queryApi),
      providesTags: ['Deposits'],
    }),
    readBankMatches: build.infiniteQuery<MatchPage, { id: string; tab: BankTab }, number>({
      infiniteQueryOptions: { initialPageParam: 0, getNextPageParam: ({ next }) => next },
      queryFn: ({ queryArg, pageParam: after }, queryApi) => matches.queryFn({ ...queryArg, after }, queryApi),
      providesTags: ['Deposits'],
      ...withClaimUpdates('deposit', ({ pages }: { pages: MatchPage[] }) =>
        pages.flatMap(({ rows }) => rows.map(({ request }) => request)),
      ),
    }),
  }),
})

const bankFilesApi = filesApi.injectEndpoints({
  endpoints: (build) => ({
    previewBankStatement: build.mutation<Preview, Sheet<BankColumns | null>>({
      queryFn: ({ file, columns }, queryApi) => {
        const form = { statement: file, ...(columns && { columns: JSON.stringify(columns) }) }
        const { signal } = queryApi
        return inSession(subjectOf(previewBankStatement), queryApi, (token) =>
          upload(previewBankStatement, form, { token, signal }),
        )
      },
    }),
    postBankStatement: build.mutation<
      z.output<typeof postBankStatement.output>,
      Sheet<BankColumns> & { leaveOut: number }
    >({
      queryFn: async ({ file, columns, leaveOut }, queryApi) => {
        const form = {
          ...{ statement: file, columns: JSON.stringify(columns), fileName: file.name.slice(-200) },
          ...(leaveOut > 0 && { leaveOut: String(leaveOut) }),
        }
        const { signal } = queryApi
        const result = await inSession(subjectOf(postBankStatement), queryApi, (token) =>
          upload(postBankStatement, form, { token, signal }),
        )
        queryApi.dispatch(api.util.invalidateTags(['Deposits']))
        return result
      },
    }),
  }),
})

// What is known of the rows, without a request.
export const { useInfiniteQueryState: useMatchesState } = bankApi.endpoints.readBankMatches
export const { useListBankStatementsInfiniteQuery, useReadBankMatchesInfiniteQuery } = bankApi
export const { usePreviewBankStatementMutation, usePostBankStatementMutation } = bankFilesApi
