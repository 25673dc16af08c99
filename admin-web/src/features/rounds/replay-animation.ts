import { Playback } from '@kismet/app-kit/playback.ts'
import { prefersReducedMotion } from '@kismet/ui/motion.ts'
import { sharedValue } from '@kismet/ui/shared-value.ts'
import type { SharedValue } from '@kismet/ui/shared-value.ts'
import { useEffect, useState } from 'react'

/** With reduced motion, the picture changes at this interval instead of at each frame. */
const calmMs = 1_000

/** A playback that runs on animation frames. Only the parts that use `moment` render again. */
export class ReplayAnimation extends Playback {
  /** The moment that is shown, in ms from the beginning. */
  readonly moment: SharedValue<number>
  readonly state = sharedValue({ isPlaying: false, speed: 1 })
  #frame = 0

  constructor(endMs: number) {
    super(endMs)
    this.moment = sharedValue(endMs)
  }

  override go(atMs: number): void {
    super.go(atMs)
    this.#changed()
  }

  override play(nowMs: number): void {
    super.play(nowMs)
    this.#changed()
  }

  override setSpeed(speed: number, nowMs: number): void {
    super.setSpeed(speed, nowMs)
    this.#changed()
  }

  /** Pauses at the current moment. */
  pause(): void {
    this.go(this.at(performance.now()))
  }

  #changed(): void {
    cancelAnimationFrame(this.#frame)
    this.state.set({ isPlaying: this.isPlaying, speed: this.speed })
    this.#show(performance.now())
  }

  #show(nowMs: number): void {
    const atMs = this.at(nowMs)
    if (!this.isPlaying) {
      this.moment.set(atMs)
    } else if (atMs >= this.endMs) {
      this.go(this.endMs)
    } else {
      this.moment.set(prefersReducedMotion() ? Math.floor(atMs / calmMs) * calmMs : atMs)
      this.#frame = requestAnimationFrame((frameMs) => this.#show(frameMs))
    }
  }
}

/** The animation of a component. It pauses at unmount. */
export function useReplayAnimation(endMs: number): ReplayAnimation {
  const [animation] = useState(() => new ReplayAnimation(endMs))
  useEffect(() => () => animation.pause(), [animation])
  return animation
}

const theEnd = sharedValue(Number.POSITIVE_INFINITY)

/** The shown moment, in ms from the beginning. Without an animation, a moment after the end. */
export const useMoment = (animation: ReplayAnimation | null): number => (animation?.moment ?? theEnd).use()

/** The attribute of a part that happens after the shown moment. */
export const laterThan = (moment: number, atMs: number | undefined): { 'data-later': '' | undefined } => ({
  'data-later': atMs !== undefined && atMs > moment ? '' : undefined,
})
