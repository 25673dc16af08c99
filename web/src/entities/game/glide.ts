import { prefersReducedMotion } from '@kismet/ui/motion.ts'
import { useEffect, useState } from 'react'

const easeOut = (part: number): number => 1 - (1 - part) ** 3

/** A number on its way to another one. Its frames are drawn by those who subscribe: a React component would render sixty times a second for them. */
export class Glide {
  #at: number
  #arrive = (): void => undefined
  readonly #drawers = new Set<(at: number) => void>()

  constructor(at: number) {
    this.#at = at
  }

  /** Calls `draw` now and at each frame. Answers with a function that ends it. */
  drawWith(draw: (at: number) => void): () => void {
    this.#drawers.add(draw)
    draw(this.#at)
    return () => void this.#drawers.delete(draw)
  }

  /** Resolves when it has arrived: at once where motion is not wanted; a hidden page, which draws no frames, arrives by the clock. */
  to(target: number, durationMs: number): Promise<void> {
    const from = this.#at
    const startedAt = performance.now()
    return new Promise((resolve) => {
      let frame = 0
      const arrive = (): void => {
        cancelAnimationFrame(frame)
        clearTimeout(timer)
        this.#move(target)
        resolve()
      }
      const timer = setTimeout(arrive, prefersReducedMotion() ? 0 : durationMs)
      const step = (now: number): void => {
        this.#move(from + (target - from) * easeOut(Math.min(1, Math.max(0, now - startedAt) / durationMs)))
        frame = requestAnimationFrame(step)
      }
      if (!prefersReducedMotion()) frame = requestAnimationFrame(step)
      this.#arrive = arrive
    })
  }

  /** Ends it where it goes. */
  stop(): void {
    this.#arrive()
  }

  #move(at: number): void {
    this.#at = at
    for (const draw of this.#drawers) draw(at)
  }
}

/** A glide of this component, which ends with it. */
export function useGlide(initial: number): Glide {
  const [glide] = useState(() => new Glide(initial))
  useEffect(() => () => glide.stop(), [glide])
  return glide
}
