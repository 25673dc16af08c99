import { steadyMsOf } from '@kismet/service-kit/clock'
import type { Clock } from '@kismet/service-kit/clock'

/** A moment from which the clock of the rounds goes faster, when it does: the same for all replicas, whenever they start. */
const anchorMs = Date.UTC(2026, 0, 1)

/**
 * The clock of the rounds: the time of the world when this process began, which goes on from there whatever is done to the clock of the machine. `speed` 1 is as fast as
 * the world.
 */
export function roundClock(clock: Clock, speed: number): Clock {
  const beganAtMs = anchorMs + (clock.now() - anchorMs) * speed
  const beganSteadyMs = steadyMsOf(clock)
  return { now: () => Math.floor(beganAtMs + (steadyMsOf(clock) - beganSteadyMs) * speed) }
}
