import { adminListWithdrawals } from '@kismet/contracts'
import type { Output } from '@kismet/contracts'
import { api } from '../../core/api.ts'
import { keepClaims } from '../../entities/queue/claim-news.ts'
import { fromContract } from '../../entities/session/from-contract.ts'

type WithdrawalPage = Output<typeof adminListWithdrawals>

const headRows = 200
const list = fromContract(adminListWithdrawals)

const waitingApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** What waits, oldest first; `pending` counts all of it when it is longer than the list. */
    listPendingWithdrawals: build.query<WithdrawalPage, Record<string, never>>({
      queryFn: (_, queryApi) => list.queryFn({ status: 'pending', limit: headRows }, queryApi),
      providesTags: ['Withdrawals'],
      ...keepClaims('withdrawal', ({ withdrawals }: WithdrawalPage) => withdrawals),
    }),
  }),
})

export const { useListPendingWithdrawalsQuery } = waitingApi
