import { paths } from '../../core/paths.ts'
import { useAsking } from '../../entities/live/use-asking.ts'
import { useGetPendingCountQuery } from '../../entities/queue/pending-counts.ts'

/** How much waits, by the path of the page that answers it; what is not known is left out. */
export type PendingCounts = Readonly<Partial<Record<string, number>>>

/** Keeps the counts of the queues fresh while the shell is on the page. */
export function usePendingCounts(): PendingCounts {
  const asking = useAsking()
  const { data: deposits } = useGetPendingCountQuery('deposit', asking)
  const { data: withdrawals } = useGetPendingCountQuery('withdrawal', asking)
  return {
    ...(deposits && { [paths.deposits]: deposits.pending }),
    ...(withdrawals && { [paths.withdrawals]: withdrawals.pending }),
  }
}
