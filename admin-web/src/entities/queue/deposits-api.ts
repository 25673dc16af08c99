import { adminGetDeposit, adminListDeposits, decideDeposit } from '@kismet/contracts'
import type { Input, Output } from '@kismet/contracts'
import { api } from '../../core/api.ts'
import { fromContract } from '../session/from-contract.ts'

/** A deposit request as an admin sees it; its amount is in paise. */
export type AdminDeposit = Output<typeof decideDeposit>['deposit']
type DepositPage = Output<typeof adminListDeposits>

/** Which requests, in which order. */
export type DepositQuery = Omit<Input<typeof adminListDeposits>, 'limit' | 'cursor'>

const headRows = 200
const pageRows = 50
const list = fromContract(adminListDeposits)

/** The queue of deposits: how many wait, lists of requests, one request, and its decision. */
export const depositsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** How many wait. News carry the number, so it needs no rows. */
    getPendingCount: build.query<{ pending: number }, Record<string, never>>({
      queryFn: async (_, queryApi) => {
        const { data, error } = await list.queryFn({ status: 'pending', limit: 1 }, queryApi)
        return error ? { error } : { data: { pending: data.pending } }
      },
      providesTags: ['PendingCount'],
    }),
    /** What waits, oldest first; `pending` counts all of it when it is longer than the list. */
    listPending: build.query<DepositPage, Record<string, never>>({
      queryFn: (_, queryApi) => list.queryFn({ status: 'pending', limit: headRows }, queryApi),
      providesTags: ['Deposits'],
    }),
    listDeposits: build.infiniteQuery<DepositPage, DepositQuery, string | null>({
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: ({ nextCursor }) => nextCursor },
      queryFn: ({ queryArg, pageParam: cursor }, queryApi) =>
        list.queryFn({ ...queryArg, limit: pageRows, ...(cursor === null ? {} : { cursor }) }, queryApi),
      providesTags: ['Deposits'],
    }),
    getDeposit: build.query({ ...fromContract(adminGetDeposit), providesTags: ['Deposits'] }),
    decideDeposit: build.mutation({ ...fromContract(decideDeposit), invalidatesTags: ['Deposits', 'PendingCount'] }),
  }),
})

export const { useGetPendingCountQuery, useListPendingQuery, useListDepositsInfiniteQuery, useGetDepositQuery } =
  depositsApi
