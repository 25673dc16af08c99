import { useEffect, useRef, useState } from 'react'

const easeOut = (part: number): number => 1 - (1 - part) ** 3

function prefersNoMotion(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches
}

/**
 * A number on its way to another one. `glideTo` resolves when it has arrived, at once where motion is not wanted; a hidden page,
 * which draws no frames, arrives by the clock.
 */
export function useGlide(initial: number): {
  at: number
  glideTo: (target: number, durationMs: number) => Promise<void>
} {
  const [at, setAt] = useState(initial)
  const current = useRef(initial)
  const stop = useRef((): void => undefined)
  useEffect(() => () => stop.current(), [])

  const glideTo = (target: number, durationMs: number): Promise<void> =>
    new Promise((resolve) => {
      const from = current.current
      const startedAt = performance.now()
      let frame = 0
      const move = (to: number): void => {
        current.current = to
        setAt(to)
      }
      const arrive = (): void => {
        cancelAnimationFrame(frame)
        clearTimeout(timer)
        move(target)
        resolve()
      }
      const timer = setTimeout(arrive, prefersNoMotion() ? 0 : durationMs)
      const step = (now: number): void => {
        const part = Math.min(1, Math.max(0, now - startedAt) / durationMs)
        move(from + (target - from) * easeOut(part))
        frame = requestAnimationFrame(step)
      }
      if (!prefersNoMotion()) frame = requestAnimationFrame(step)
      stop.current = arrive
    })
  return { at, glideTo }
}
