/** What of a flight is drawn in one frame. One is made once and filled anew sixty times a second. */
export interface FlightFrame {
  /** `calm`: a sky without a plane, as nothing is known or nothing flies. */
  phase: 'calm' | 'betting' | 'flying' | 'crashed'
  /** How long the plane has flown, in ms; at the crash how long it had. */
  elapsedMs: number
  /** As it stands in large digits. */
  multiplierHundredths: number
  /** In a replay, when the flight will have ended; else 0. */
  endMs: number
  /** How long ago it crashed, in ms. */
  crashedForMs: number
}

/** Fills the frame with what is at `nowMs` (`performance.now()`). Called in every frame: it makes no objects. */
export type ReadFlight = (frame: FlightFrame, nowMs: number) => void

export const newFrame = (): FlightFrame => ({
  phase: 'calm',
  elapsedMs: 0,
  multiplierHundredths: 100,
  endMs: 0,
  crashedForMs: 0,
})
