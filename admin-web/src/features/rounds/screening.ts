import { Playback } from '@kismet/app-kit/playback.ts'
import { prefersReducedMotion } from '@kismet/ui/motion.ts'
import { sharedValue } from '@kismet/ui/shared-value.ts'
import type { SharedValue } from '@kismet/ui/shared-value.ts'
import { useEffect, useState } from 'react'

/** For an admin who wants no motion, the picture changes once in so many ms instead of at each frame. */
const calmMs = 1_000

/** A replay that moves with the frames of the browser. Only the parts that use its moment are drawn again. */
export class Screening extends Playback {
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

  /** Stands still where it is. */
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

/** A replay of this component, which stands still after the component is left. */
export function useScreening(endMs: number): Screening {
  const [screening] = useState(() => new Screening(endMs))
  useEffect(() => () => screening.pause(), [screening])
  return screening
}

const theEnd = sharedValue(Number.POSITIVE_INFINITY)

/** The moment that is shown, in ms from the beginning; after everything without a replay. */
export const useMoment = (screening: Screening | null): number => (screening?.moment ?? theEnd).use()

/** The attribute of a part that comes about later than the moment that is shown. */
export const laterThan = (moment: number, atMs: number | undefined): { 'data-later': '' | undefined } => ({
  'data-later': atMs !== undefined && atMs > moment ? '' : undefined,
})
