import { Playback } from '@kismet/app-kit/playback.ts'
import { prefersNoMotion } from '@kismet/ui/motion.ts'
import type { RefObject } from 'react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'

/** Draws the moment of a replay that is shown, in ms from its beginning. */
type Draw = (atMs: number) => void

/** Where nothing is to move, the picture changes once in so many ms instead of at each frame. */
const calmMs = 1_000

/** A replay and those that draw it: at each frame, outside of React, which would render sixty times a second for them. */
export class Screening extends Playback {
  readonly #drawers = new Set<Draw>()
  readonly #watchers = new Set<() => void>()
  #frame = 0

  /** Calls `draw` now and at each frame. Answers with a function that ends it. */
  drawWith(draw: Draw): () => void {
    this.#drawers.add(draw)
    draw(this.#shown(performance.now()))
    return () => void this.#drawers.delete(draw)
  }

  /** Tells when it begins and ceases to play, and of another speed. */
  readonly watch = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher)
    return () => void this.#watchers.delete(watcher)
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

  #shown(nowMs: number): number {
    const atMs = this.at(nowMs)
    return this.isPlaying && prefersNoMotion() && atMs < this.endMs ? Math.floor(atMs / calmMs) * calmMs : atMs
  }

  #changed(): void {
    cancelAnimationFrame(this.#frame)
    this.#draw(performance.now())
    for (const tell of this.#watchers) tell()
  }

  #draw(nowMs: number): void {
    const atMs = this.#shown(nowMs)
    for (const draw of this.#drawers) draw(atMs)
    if (this.isPlaying) this.#frame = requestAnimationFrame((frameMs) => this.#step(frameMs))
  }

  #step(frameMs: number): void {
    if (this.at(frameMs) >= this.endMs) this.go(this.endMs)
    else this.#draw(frameMs)
  }
}

/** A replay of this component, which stands still when that is left. */
export function useScreening(endMs: number): Screening {
  const [screening] = useState(() => new Screening(endMs))
  useEffect(() => () => screening.pause(), [screening])
  return screening
}

/** Whether it plays, and how fast. */
export function usePlaying(screening: Screening): { isPlaying: boolean; speed: number } {
  const isPlaying = useSyncExternalStore(screening.watch, () => screening.isPlaying)
  const speed = useSyncExternalStore(screening.watch, () => screening.speed)
  return { isPlaying, speed }
}

/**
 * What is drawn inside of an element at the moment that is shown. Elements in it that say in `data-at` when they came about, in ms from the beginning, have `data-later`
 * until then; `draw` does the rest.
 */
export function useDrawn<E extends Element>(
  screening: Screening | null,
  draw?: (element: E, atMs: number) => void,
): RefObject<E | null> {
  const place = useRef<E>(null)
  // Anew after each render, which may have brought elements that nobody has marked.
  useEffect(() =>
    screening?.drawWith((atMs) => {
      const element = place.current
      if (element === null) return
      for (const part of element.querySelectorAll<HTMLElement>('[data-at]'))
        part.toggleAttribute('data-later', Number(part.dataset.at) > atMs)
      draw?.(element, atMs)
    }),
  )
  return place
}
