import { usePolling } from '@kismet/app-kit/live/use-polling.ts'
import { adminListWithdrawals } from '@kismet/contracts'
import type { Output, RequestKind } from '@kismet/contracts'
import { api } from '../../core/api.ts'
import { withClaimUpdates } from '../../entities/queue/claim-updates.ts'
import { useListPendingQuery } from '../../entities/queue/deposits-api.ts'
import type { QueueRequest } from '../../entities/queue/request.ts'
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
      ...withClaimUpdates('withdrawal', ({ withdrawals }: WithdrawalPage) => withdrawals),
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
  /** The last answer did not come: what is here is from before. */
  readonly isLost: boolean
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
  isLost: error !== undefined,
  refetch,
})

/** Both queues of money. */
export function useQueues(): Readonly<Record<RequestKind, Queue>> {
  const asking = usePolling()
  const deposits = useListPendingQuery({}, asking)
  const withdrawals = waitingApi.useListPendingWithdrawalsQuery({}, asking)
  return {
    deposit: queueOf(deposits, deposits.data?.deposits),
    withdrawal: queueOf(withdrawals, withdrawals.data?.withdrawals),
  }
}
