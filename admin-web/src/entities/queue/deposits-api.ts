import { adminGetDeposit, adminListDeposits, decideDeposit } from '@kismet/contracts'
import type { Input, Output } from '@kismet/contracts'
import { api } from '../../core/api.ts'
import { fromContract, inPages } from '../session/from-contract.ts'
import type { RequestPage } from './request.ts'

/** A deposit request as an admin sees it; its amount is in paise. */
export type AdminDeposit = Output<typeof decideDeposit>['deposit']
type DepositPage = Output<typeof adminListDeposits>

/** Which requests, in which order. */
export type DepositQuery = Omit<Input<typeof adminListDeposits>, 'limit' | 'cursor'>

const headRows = 200
const list = fromContract(adminListDeposits)

/** The queue of deposits: lists of requests, one request, and its decision. */
export const depositsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** What waits, oldest first; `pending` counts all of it when it is longer than the list. */
    listPending: build.query<DepositPage, Record<string, never>>({
      queryFn: (_, queryApi) => list.queryFn({ status: 'pending', limit: headRows }, queryApi),
      providesTags: ['Deposits', 'Claims'],
    }),
    listDeposits: build.infiniteQuery<RequestPage<AdminDeposit>, DepositQuery, string | null>({
      ...inPages(async (input: Input<typeof adminListDeposits>, queryApi) => {
        const { data, error } = await list.queryFn(input, queryApi)
        if (error) return { error }
        const { deposits: requests, ...others } = data
        return { data: { requests, ...others } }
      }, 50),
      providesTags: ['Deposits', 'Claims'],
    }),
    getDeposit: build.query({ ...fromContract(adminGetDeposit), providesTags: ['Deposits', 'Claims'] }),
    decideDeposit: build.mutation({
      ...fromContract(decideDeposit),
      invalidatesTags: ['Deposits', 'PendingCount', 'Hints', 'Entries'],
    }),
  }),
})

export const { useListPendingQuery, useListDepositsInfiniteQuery, useGetDepositQuery } = depositsApi
