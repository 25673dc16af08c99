import { steadyMsOf } from '@kismet/service-kit/clock'
import type { Clock } from '@kismet/service-kit/clock'

/** A moment from which the clock of the rounds goes faster, when it does: the same for all replicas, whenever they start. */
const anchorMs = Date.UTC(2026, 0, 1)

/**
 * The clock of the rounds. It starts at the wall clock of the process start and then runs on
 * monotonic time. Changes of the machine's clock have no effect. `speed` 1 is real time.
 */
export function roundClock(clock: Clock, speed: number): Clock {
  const beganAtMs = anchorMs + (clock.now() - anchorMs) * speed
  const beganSteadyMs = steadyMsOf(clock)
  return { now: () => Math.floor(beganAtMs + (steadyMsOf(clock) - beganSteadyMs) * speed) }
}
