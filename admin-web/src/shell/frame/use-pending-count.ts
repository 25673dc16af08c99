import { useAppSelector } from '../../core/store.ts'
import { pollMs, selectIsUp } from '@kismet/app-kit/live/connection-slice.ts'
import { useGetPendingCountQuery } from '../../entities/queue/deposits-api.ts'

/** Keeps the count of the queue fresh while the shell is on the page: by news, and asked for now and then, because news can be lost. */
export function usePendingCount(): number | null {
  const isUp = useAppSelector(selectIsUp)
  const { data } = useGetPendingCountQuery({}, { pollingInterval: isUp ? pollMs.live : pollMs.away })
  return data?.pending ?? null
}
