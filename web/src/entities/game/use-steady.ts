import { useEffect, useState } from 'react'

/** How long what is new stands before it takes a press, in ms: as long as a finger that is on its way needs to see it. */
const steadyAfterMs = 600

/**
 * Whether `what` has been so for a moment. A button that stakes money and comes to where another stood waits for it: a run that ends by itself, or a mine that answers late, would make the press that was to
 * stop or to cash out a new bet.
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
