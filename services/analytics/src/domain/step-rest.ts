/** The rest after a step is this number of times its duration, but at most `longestRest` times the usual rest. */
const restOfStep = 5
const longestRest = 10
/** A step of fewer heads costs the store little. A long duration then says only that the machine is busy. */
const fewHeads = 100

/** A step that was taken. */
export interface StepTaken {
  /** Heads of players that it wrote. */
  readonly heads: number
  readonly tookMs: number
}

/** The rest before the next step, in ms, during which readers do not see new lines. @param everyMs the usual rest */
export function restAfterStep({ heads, tookMs }: StepTaken, everyMs: number): number {
  return heads < fewHeads ? everyMs : Math.max(everyMs, Math.min(restOfStep * tookMs, longestRest * everyMs))
}
