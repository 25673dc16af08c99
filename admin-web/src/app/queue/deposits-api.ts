import type { RequestStatus } from '@kismet/contracts'
import { adminListDeposits, decideDeposit } from '@kismet/contracts'
import type { Output } from '@kismet/contracts'
import { api } from '../api.ts'
import { fromContract } from '../from-contract.ts'

/** A deposit request as an admin sees it; its amount is in paise. */
export type AdminDeposit = Output<typeof decideDeposit>['deposit']
type DepositPage = Output<typeof adminListDeposits>

/** What a list shows: one state, or all of them (what waits first, then the newest decisions). */
export type ListStatus = RequestStatus | 'all'

const pageRows = 200
const rowsLooked = 50
const list = fromContract(adminListDeposits)

/** The queue: requests, their decision, and what became of one that is not waiting any more. */
const depositsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** What waits, oldest first; `pending` counts all of it when it is longer than the list. */
    listPending: build.query<DepositPage, Record<string, never>>({
      queryFn: (_, queryApi) => list.queryFn({ status: 'pending', limit: pageRows }, queryApi),
      providesTags: ['Deposits'],
    }),
    listDeposits: build.infiniteQuery<DepositPage, ListStatus, string | null>({
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: ({ nextCursor }) => nextCursor },
      queryFn: ({ queryArg: status, pageParam: cursor }, queryApi) =>
        list.queryFn(
          {
            limit: pageRows,
            ...(status === 'all' ? {} : { status }),
            ...(cursor === null ? {} : { cursor }),
          },
          queryApi,
        ),
      providesTags: ['Deposits'],
    }),
    /** A request that somebody has decided a moment ago: looked for among the newest decisions. */
    findDecided: build.query<{ deposit: AdminDeposit | null }, string>({
      queryFn: async (id, queryApi) => {
        for (const status of ['approved', 'rejected'] as const) {
          const { data, error } = await list.queryFn({ status, limit: rowsLooked }, queryApi)
          if (error) return { error }
          const deposit = data.deposits.find(({ _id }) => _id === id)
          if (deposit) return { data: { deposit } }
        }
        return { data: { deposit: null } }
      },
      providesTags: ['Deposits'],
    }),
    decideDeposit: build.mutation({
      ...fromContract(decideDeposit),
      onQueryStarted: async ({ id }, { dispatch, queryFulfilled }) => {
        await queryFulfilled.then(
          () => {
            dispatch(
              depositsApi.util.updateQueryData('listPending', {}, (page) => {
                const left = page.deposits.filter(({ _id }) => _id !== id)
                if (left.length === page.deposits.length) return
                page.deposits = left
                page.pending -= 1
              }),
            )
          },
          // The caller says what went wrong.
          () => undefined,
        )
      },
      invalidatesTags: ['Deposits'],
    }),
  }),
})

export const { useListPendingQuery, useListDepositsInfiniteQuery, useFindDecidedQuery, useDecideDepositMutation } =
  depositsApi
