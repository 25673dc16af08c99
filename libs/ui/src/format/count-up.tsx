import type { ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import { prefersReducedMotion } from '../motion.ts'
import { formatNet, formatRupees } from './money.ts'
import { textClass } from '../class-names.ts'

const countMs = 600

/** The amount that is on the screen on its way to `paise`: it eases there in at most 600 ms and ends on the exact value. `first` is what it begins with. */
export function useCountUp(paise: number, first = paise): number {
  const [shown, setShown] = useState(first)
  const latest = useRef(first)
  useEffect(() => {
    const from = latest.current
    if (from === paise) return
    let frame = 0
    const startedAt = performance.now()
    const step = (now: number): void => {
      const part = prefersReducedMotion() ? 1 : Math.min(1, Math.max(0, now - startedAt) / countMs)
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

/** A net win that counts up from nothing. Who hears it hears the exact amount, once. */
export function CountingNet({ paise }: { paise: number }): ReactNode {
  const shown = useCountUp(paise, 0)
  return (
    <>
      <span aria-hidden="true">{formatNet(shown)}</span>
      <span className={textClass('sr')}>{formatNet(paise)}</span>
    </>
  )
}
