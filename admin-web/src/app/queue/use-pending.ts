import { useAppSelector } from '../store.ts'
import { selectIsUp } from '../live/connection-slice.ts'
import { useListPendingQuery } from './deposits-api.ts'

/** News can be lost, so the queue is asked for now and then even while it arrives by itself. */
const pollMs = { live: 60_000, away: 10_000 } as const

/** Keeps the queue read and fresh while the shell is on the page; answers how many requests wait. */
export function usePendingCount(): number | null {
  const isUp = useAppSelector(selectIsUp)
  const { data } = useListPendingQuery({}, { pollingInterval: isUp ? pollMs.live : pollMs.away })
  return data?.pending ?? null
}
