import { adminGetWithdrawal, adminListWithdrawals, approveWithdrawal, rejectWithdrawal } from '@kismet/contracts'
import type { Input, Output } from '@kismet/contracts'
import { api } from '../../core/api.ts'
import type { RequestPage } from '../../entities/queue/request.ts'
import { fromContract, inPages } from '../../entities/session/from-contract.ts'

/** A withdrawal as an admin sees it; its amount is in paise. */
export type AdminWithdrawal = Output<typeof rejectWithdrawal>['withdrawal']

/** Which withdrawals, in which order. */
export type WithdrawalQuery = Omit<Input<typeof adminListWithdrawals>, 'limit' | 'cursor'>

const list = fromContract(adminListWithdrawals)
const tags = ['Withdrawals', 'Claims'] as const
const decided = ['Withdrawals', 'PendingCount', 'Hints', 'Entries'] as const

/** The queue of withdrawals: lists of requests, one request, and its two decisions. */
export const withdrawalsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listWithdrawals: build.infiniteQuery<RequestPage<AdminWithdrawal>, WithdrawalQuery, string | null>({
      ...inPages(async (input: Input<typeof adminListWithdrawals>, queryApi) => {
        const { data, error } = await list.queryFn(input, queryApi)
        if (error) return { error }
        const { withdrawals: requests, ...others } = data
        return { data: { requests, ...others } }
      }, 50),
      providesTags: tags,
    }),
    getWithdrawal: build.query({ ...fromContract(adminGetWithdrawal), providesTags: tags }),
    approveWithdrawal: build.mutation({ ...fromContract(approveWithdrawal), invalidatesTags: decided }),
    rejectWithdrawal: build.mutation({ ...fromContract(rejectWithdrawal), invalidatesTags: decided }),
  }),
})

export const { useListWithdrawalsInfiniteQuery, useGetWithdrawalQuery } = withdrawalsApi
