import type { MouseEvent } from 'react'
import { useEffect, useRef } from 'react'

const slipMs = 400

/** The second click of a double click is a slip: a button that has just come, or has just become another one by `of`, takes a pointer only after a moment. Keys are meant. */
export function useNoSlip(of: string | null = null): (event: MouseEvent) => boolean {
  const sinceMs = useRef(Number.POSITIVE_INFINITY)
  useEffect(() => {
    sinceMs.current = performance.now()
  }, [of])
  return ({ detail }) => detail === 0 || performance.now() - sinceMs.current >= slipMs
}
