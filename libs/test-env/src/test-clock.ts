import { systemClock } from '@kismet/service-kit/clock'
import type { Clock } from '@kismet/service-kit/clock'

/** A clock that stands still until the test moves it. */
export class TestClock implements Clock {
  #nowMs: number

  constructor(startMs: number) {
    this.#nowMs = startMs
  }

  now(): number {
    return this.#nowMs
  }

  advance(ms: number): void {
    this.#nowMs += ms
  }
}

/** The clock of the machine, moved by some time. */
export class MovedClock implements Clock {
  movedMs: number

  constructor(movedMs: number) {
    this.movedMs = movedMs
  }

  now(): number {
    return systemClock.now() + this.movedMs
  }

  steadyMs(): number {
    return performance.now()
  }
}
