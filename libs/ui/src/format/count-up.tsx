import type { ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import { formatRupees } from './money.ts'

const countMs = 600

function reducedMotion(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** The amount that is on the screen on its way to `paise`: it eases there in at most 600 ms and ends on the exact value. */
export function useCountUp(paise: number): number {
  const [shown, setShown] = useState(paise)
  const latest = useRef(paise)
  useEffect(() => {
    const from = latest.current
    if (from === paise) return
    let frame = 0
    const startedAt = performance.now()
    const step = (now: number): void => {
      const part = reducedMotion() ? 1 : Math.min(1, Math.max(0, now - startedAt) / countMs)
      latest.current = part === 1 ? paise : Math.round(from + (paise - from) * (1 - (1 - part) ** 3))
      setShown(latest.current)
      if (part < 1) frame = requestAnimationFrame(step)
    }
    frame = requestAnimationFrame(step)
    return () => cancelAnimationFrame(frame)
  }, [paise])
  return shown
}

/** An amount that counts to its new value. */
export function CountingRupees({ paise }: { paise: number }): ReactNode {
  return formatRupees(useCountUp(paise))
}
