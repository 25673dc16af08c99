import { below } from '@kismet/ui/styles/breakpoints.ts'
import type { ReactNode } from 'react'
import { useDeferredValue } from 'react'

/**
 * On a phone, renders and fetches the content below the screen after the first paint. Together they block a phone for a quarter
 * of a second. On a larger screen everything renders at once.
 */
export function BelowPhone({ children }: { children: ReactNode }): ReactNode {
  const isInSight = typeof window === 'undefined' || !window.matchMedia(below('desk')).matches
  return useDeferredValue(true, isInSight) && children
}
