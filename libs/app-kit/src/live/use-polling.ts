import { useSelector } from 'react-redux'
import { pollMs, selectIsUp } from './connection-slice.ts'

/** The polling interval of a query that events refresh, because an event can be lost. `isDue` false switches polling off. */
export function usePolling(isDue = true): { pollingInterval: number } {
  const everyMs = useSelector(selectIsUp) ? pollMs.live : pollMs.away
  return { pollingInterval: isDue ? everyMs : 0 }
}
