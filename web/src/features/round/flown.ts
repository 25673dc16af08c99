import { Playback } from '@kismet/app-kit/playback.ts'
import { flightCurve, flightInstantMs } from '@kismet/fairness'
import type { ReadFlight } from '../../entities/flight/flight-frame.ts'

/** A flight that is over, at any of its moments, in ms from take-off. */
export class Flown extends Playback {
  readonly crashHundredths: number

  constructor(crashPoint: number) {
    const crashHundredths = Math.round(crashPoint * 100)
    super(flightInstantMs(crashHundredths))
    this.crashHundredths = crashHundredths
  }

  /** The multiplier of a moment, in hundredths. */
  hundredthsAt(atMs: number): number {
    return Math.min(this.crashHundredths, Math.floor(100 * flightCurve(atMs)))
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
