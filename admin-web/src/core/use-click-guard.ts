import type { MouseEvent } from 'react'
import { useEffect, useRef } from 'react'

const guardMs = 400

/** Rejects the second click of a double click: a new button, or a button whose `of` has changed, ignores the pointer for a moment. Keys always count. */
export function useClickGuard(of: string | null = null): (event: MouseEvent) => boolean {
  const sinceMs = useRef(Number.POSITIVE_INFINITY)
  useEffect(() => {
    sinceMs.current = performance.now()
  }, [of])
  return ({ detail }) => detail === 0 || performance.now() - sinceMs.current >= guardMs
}
