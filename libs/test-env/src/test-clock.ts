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
