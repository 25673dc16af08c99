import { useEffect, useState } from 'react'

/** How long a new button ignores presses, in ms. A finger that is already moving needs this time to see the change. */
const steadyAfterMs = 600

/**
 * Whether `what` has been unchanged for a moment. A bet button that replaces another button waits for this. Otherwise a press on
 * "Stop" or "Cash out" could place a new bet.
 */
export function useSteady(what: string): boolean {
  const [seen, setSeen] = useState({ what, isSteady: true })
  if (seen.what !== what) setSeen({ what, isSteady: false })
  useEffect(() => {
    if (seen.isSteady) return undefined
    const timer = setTimeout(() => setSeen({ ...seen, isSteady: true }), steadyAfterMs)
    return () => clearTimeout(timer)
  }, [seen])
  return seen.isSteady && seen.what === what
}
