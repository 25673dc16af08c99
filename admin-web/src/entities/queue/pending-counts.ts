import type { RequestKind } from '@kismet/contracts'
import { adminListDeposits, adminListWithdrawals } from '@kismet/contracts'
import { api } from '../../core/api.ts'
import { fromContract } from '../session/from-contract.ts'

const lists = { deposit: fromContract(adminListDeposits), withdrawal: fromContract(adminListWithdrawals) }

/** How many requests of a kind wait. News carry the numbers, so they need no rows. */
export const countsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getPendingCount: build.query<{ pending: number }, RequestKind>({
      queryFn: async (kind, queryApi) => {
        const { data, error } = await lists[kind].queryFn({ status: 'pending', limit: 1 }, queryApi)
        return error ? { error } : { data: { pending: data.pending } }
      },
      providesTags: ['PendingCount'],
    }),
  }),
})

export const { useGetPendingCountQuery } = countsApi
