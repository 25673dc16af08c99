import { pollMs, selectIsUp } from '@kismet/app-kit/live/connection-slice.ts'
import { useAppSelector } from '../../core/store.ts'

/** How a query that news makes stale is asked now and then as well, because news can be lost. */
export function useAsking(): { pollingInterval: number } {
  return { pollingInterval: useAppSelector(selectIsUp) ? pollMs.live : pollMs.away }
}
