import type { Output, RequestKind } from '@kismet/contracts'
import { sumDeposits, sumWithdrawals } from '@kismet/contracts'
import { queryOf } from '../session/from-contract.ts'
import type { QueueQuery } from './request.ts'

type RequestSum = Output<typeof sumDeposits>

const useDepositSum = queryOf(sumDeposits, ['Deposits'])
const useWithdrawalSum = queryOf(sumWithdrawals, ['Withdrawals'])

/** A sum may read the whole list on the server, so it is asked for less often than the list. */
const pollingInterval = 30_000

/** The number and the sum of a whole list, as it was at most 30 s ago. */
export function useRequestSum(
  kind: RequestKind,
  { method, ...query }: QueueQuery,
): { readonly currentData?: RequestSum | undefined } {
  const deposits = useDepositSum({ ...query, ...(method && { method }) }, { pollingInterval, skip: kind !== 'deposit' })
  const withdrawals = useWithdrawalSum(query, { pollingInterval, skip: kind !== 'withdrawal' })
  return kind === 'deposit' ? deposits : withdrawals
}
