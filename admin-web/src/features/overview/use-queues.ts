import { useAsking } from '@kismet/app-kit/live/use-asking.ts'
import type { QueueRequest } from '../../entities/queue/request.ts'
import { useListPendingQuery } from '../../entities/queue/deposits-api.ts'
import { useListPendingWithdrawalsQuery } from './waiting-api.ts'

/** What waits of one kind, oldest first; absent while it is not known. */
export interface Queue {
  readonly requests: readonly QueueRequest[] | undefined
  /** All that wait, also those beyond the list. */
  readonly pending: number | undefined
  /** The last answer did not come: what is here is from before. */
  readonly isLost: boolean
  readonly refetch: () => unknown
}

/** Both queues of money. */
export function useQueues(): { deposits: Queue; withdrawals: Queue } {
  const asking = useAsking()
  const deposits = useListPendingQuery({}, asking)
  const withdrawals = useListPendingWithdrawalsQuery({}, asking)
  return {
    deposits: {
      requests: deposits.data?.deposits,
      pending: deposits.data?.pending,
      isLost: deposits.error !== undefined,
      refetch: deposits.refetch,
    },
    withdrawals: {
      requests: withdrawals.data?.withdrawals,
      pending: withdrawals.data?.pending,
      isLost: withdrawals.error !== undefined,
      refetch: withdrawals.refetch,
    },
  }
}
