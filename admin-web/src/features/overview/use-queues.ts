import { usePolling } from '@kismet/app-kit/live/use-polling.ts'
import { adminListDeposits, adminListWithdrawals } from '@kismet/contracts'
import type { Output, RequestKind } from '@kismet/contracts'
import { api } from '../../core/api.ts'
import { withClaimUpdates } from '../../entities/queue/claim-updates.ts'
import type { QueueRequest } from '../../entities/queue/request.ts'
import { fromContract } from '../../entities/session/from-contract.ts'

type DepositPage = Output<typeof adminListDeposits>
type WithdrawalPage = Output<typeof adminListWithdrawals>

const head = { status: 'pending', limit: 200 } as const
const deposits = fromContract(adminListDeposits)
const withdrawals = fromContract(adminListWithdrawals)

/** The oldest 200 pending requests. `pending` counts all pending requests. */
const waitingApi = api.injectEndpoints({
  endpoints: (build) => ({
    listPendingDeposits: build.query<DepositPage, Record<string, never>>({
      queryFn: (_, queryApi) => deposits.queryFn(head, queryApi),
      providesTags: ['Deposits'],
      ...withClaimUpdates('deposit', (page: DepositPage) => page.deposits),
    }),
    listPendingWithdrawals: build.query<WithdrawalPage, Record<string, never>>({
      queryFn: (_, queryApi) => withdrawals.queryFn(head, queryApi),
      providesTags: ['Withdrawals'],
      ...withClaimUpdates('withdrawal', (page: WithdrawalPage) => page.withdrawals),
    }),
  }),
})

/** What waits of one kind, oldest first; absent while it is not known. */
export interface Queue {
  readonly requests: readonly QueueRequest[] | undefined
  /** All that wait, also those beyond the list. */
  readonly pending: number | undefined
  /** Deposits that were approved today without a bank row. */
  readonly withoutRowToday: number
  /** The last read failed, so the data is stale or missing. */
  readonly isFailed: boolean
  readonly refetch: () => unknown
}

interface Answer {
  readonly data?: { readonly pending?: number | undefined; readonly withoutRowToday?: number | undefined } | undefined
  readonly error?: unknown
  readonly refetch: () => unknown
}

const queueOf = ({ data, error, refetch }: Answer, requests: Queue['requests']): Queue => ({
  requests,
  pending: data?.pending,
  withoutRowToday: data?.withoutRowToday ?? 0,
  isFailed: error !== undefined,
  refetch,
})

/** Both queues of money. */
export function useQueues(): Readonly<Record<RequestKind, Queue>> {
  const asking = usePolling()
  const deposit = waitingApi.useListPendingDepositsQuery({}, asking)
  const withdrawal = waitingApi.useListPendingWithdrawalsQuery({}, asking)
  return {
    deposit: queueOf(deposit, deposit.data?.deposits),
    withdrawal: queueOf(withdrawal, withdrawal.data?.withdrawals),
  }
}
