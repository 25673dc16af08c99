import { useSelector } from 'react-redux'
import { selectIsUp } from './connection-slice.ts'

/** How often what news would change is asked for: they can be lost, and are away while nothing is connected. */
export const pollMs = { live: 60_000, away: 10_000 } as const

/** How a query that news makes stale is asked now and then as well; not where it is known that there is nothing to hear of (`isDue`). */
export function useAsking(isDue = true): { pollingInterval: number } {
  const everyMs = useSelector(selectIsUp) ? pollMs.live : pollMs.away
  return { pollingInterval: isDue ? everyMs : 0 }
}
