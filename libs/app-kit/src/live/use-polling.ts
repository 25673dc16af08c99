import { useSelector } from 'react-redux'
import { pollMs, selectIsUp } from './connection-slice.ts'

/** How a query that news makes stale is asked now and then as well; not where it is known that there is nothing to hear of (`isDue`). */
export function usePolling(isDue = true): { pollingInterval: number } {
  const everyMs = useSelector(selectIsUp) ? pollMs.live : pollMs.away
  return { pollingInterval: isDue ? everyMs : 0 }
}
