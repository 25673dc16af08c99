import { below } from '@kismet/ui/styles/breakpoints.ts'
import type { ReactNode } from 'react'
import { useDeferredValue, useSyncExternalStore } from 'react'

const phone = below('desk')

function listen(onChange: () => void): () => void {
  const query = window.matchMedia(phone)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

/** Whether the screen is so narrow that panes are shown one at a time. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(
    listen,
    () => window.matchMedia(phone).matches,
    () => false,
  )
}

/**
 * On a phone, renders and fetches the content below the screen after the first paint. Together they block a phone for a quarter
 * of a second. On a larger screen everything renders at once.
 */
export function BelowPhone({ children }: { children: ReactNode }): ReactNode {
  const isInSight = typeof window === 'undefined' || !window.matchMedia(phone).matches
  return useDeferredValue(true, isInSight) && children
}
