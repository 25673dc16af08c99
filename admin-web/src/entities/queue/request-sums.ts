import type { Output, RequestKind } from '@kismet/contracts'
import { sumDeposits, sumWithdrawals } from '@kismet/contracts'
import { api } from '../../core/api.ts'
import { fromContract } from '../session/from-contract.ts'
import type { QueueQuery } from './request.ts'

type RequestSum = Output<typeof sumDeposits>

const { useSumDepositsQuery, useSumWithdrawalsQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    sumDeposits: build.query({ ...fromContract(sumDeposits), providesTags: ['Deposits'] }),
    sumWithdrawals: build.query({ ...fromContract(sumWithdrawals), providesTags: ['Withdrawals'] }),
  }),
})

/** A sum may read the whole list on the server, so it is asked for less often than the list. */
const pollingInterval = 30_000

/** The number and the sum of a whole list, as it was at most 30 s ago. */
export function useRequestSum(
  kind: RequestKind,
  { method, ...query }: QueueQuery,
): { readonly currentData?: RequestSum | undefined } {
  const deposits = useSumDepositsQuery(
    { ...query, ...(method && { method }) },
    { pollingInterval, skip: kind !== 'deposit' },
  )
  const withdrawals = useSumWithdrawalsQuery(query, { pollingInterval, skip: kind !== 'withdrawal' })
  return kind === 'deposit' ? deposits : withdrawals
}
