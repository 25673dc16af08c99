import { flightCurve, flightInstantMs } from '@kismet/fairness'
import type { ReadFlight } from '../../entities/flight/flight-frame.ts'

/** A flight that is over, at any of its moments. */
export class Flown {
  readonly crashHundredths: number
  readonly endMs: number
  #atMs: number
  /** When the moment was 0, by the clock of the frames; null while it stands still. */
  #zeroAtMs: number | null = null

  constructor(crashPoint: number) {
    this.crashHundredths = Math.round(crashPoint * 100)
    this.endMs = flightInstantMs(this.crashHundredths)
    this.#atMs = this.endMs
  }

  get isPlaying(): boolean {
    return this.#zeroAtMs !== null
  }

  /** The moment at `nowMs` of `performance.now()`, in ms from take-off. */
  at(nowMs: number): number {
    return this.#zeroAtMs === null ? this.#atMs : Math.min(this.endMs, Math.max(0, nowMs - this.#zeroAtMs))
  }

  /** The multiplier of a moment, in hundredths. */
  hundredthsAt(atMs: number): number {
    return Math.min(this.crashHundredths, Math.floor(100 * flightCurve(atMs)))
  }

  /** Goes to a moment and stands there. */
  go(atMs: number): void {
    this.#zeroAtMs = null
    this.#atMs = Math.min(this.endMs, Math.max(0, atMs))
  }

  /** Plays on from where it is, or from take-off when it was over. */
  play(nowMs: number): void {
    const fromMs = this.#atMs >= this.endMs ? 0 : this.#atMs
    this.#zeroAtMs = nowMs - fromMs
  }

  /** The crash stays in large digits while the curve is played. */
  readonly read: ReadFlight = (frame, nowMs) => {
    const atMs = this.at(nowMs)
    frame.phase = atMs >= this.endMs ? 'crashed' : 'flying'
    frame.elapsedMs = atMs
    frame.endMs = this.endMs
    frame.multiplierHundredths = this.crashHundredths
    frame.crashedForMs = Infinity
  }
}
