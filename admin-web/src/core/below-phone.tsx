import { below } from '@kismet/ui/styles/breakpoints.ts'
import type { ReactNode } from 'react'
import { useDeferredValue } from 'react'

/**
 * What is below the screen of a phone: drawn, and asked for, in a step of its own when the rest of the page stands. Together they hold a phone up for a quarter of a
 * second. Where more is in sight, and in a first frame, all of it comes at once.
 */
export function BelowPhone({ children }: { children: ReactNode }): ReactNode {
  const isInSight = typeof window === 'undefined' || !window.matchMedia(below('desk')).matches
  return useDeferredValue(true, isInSight) && children
}
