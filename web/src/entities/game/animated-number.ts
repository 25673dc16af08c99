import { prefersReducedMotion } from '@kismet/ui/motion.ts'
import { useEffect, useState } from 'react'

const easeOut = (part: number): number => 1 - (1 - part) ** 3

/** A number that moves to its target by animation frames. Subscribers draw the frames, because React would render sixty times a second. */
export class AnimatedNumber {
  #at: number
  #arrive = (): void => undefined
  readonly #drawers = new Set<(at: number) => void>()

  constructor(at: number) {
    this.#at = at
  }

  /** Calls `draw` now and at each frame. @returns a function that unsubscribes */
  subscribe(draw: (at: number) => void): () => void {
    this.#drawers.add(draw)
    draw(this.#at)
    return () => void this.#drawers.delete(draw)
  }

  /** Resolves at the target, at once with reduced motion. A timer ends the move on a hidden page, which has no frames. */
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

  /** Jumps to the target. */
  stop(): void {
    this.#arrive()
  }

  #move(at: number): void {
    this.#at = at
    for (const draw of this.#drawers) draw(at)
  }
}

/** A animated of this component, which ends with it. */
export function useAnimatedNumber(initial: number): AnimatedNumber {
  const [animated] = useState(() => new AnimatedNumber(initial))
  useEffect(() => () => animated.stop(), [animated])
  return animated
}
