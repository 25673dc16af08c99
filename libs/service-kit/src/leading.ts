import { setTimeout as delay } from 'node:timers/promises'
import { ledServices } from '@kismet/contracts'
import type { ServiceName } from '@kismet/contracts'
import type { Bus } from './bus/bus.ts'
import type { Handler } from './handle.ts'
import type { Term } from './leadership.ts'
import type { Loop } from './loop.ts'

/** What a process does in one of its terms as leader. */
export interface Led {
  /** Answered by the leader alone. */
  readonly operations?: readonly Handler<unknown>[]
  /**
   * Stops background work that needs callers to hear its results. Calls are still taken meanwhile.
   */
  readonly rest?: () => Promise<void>
  /** Stopped at the end of the term, after the last call was answered. */
  readonly loops?: readonly Loop[]
  /** What must be true beside the service's own checks, by name. */
  readonly ready?: () => Record<string, boolean>
  readonly close?: () => Promise<void>
}

/** Calls of a lost term, and background work of any term, may hang on what is down: they get so long to end. */
const hangsWithinMs = 1_000

/**
 * Runs the work of a term and ends it in this order: background work, calls, resources of the term.
 */
export function leadWith(
  name: ServiceName,
  begin: (term: Term) => Led | Promise<Led>,
  bus: Bus,
  readiness: Handler<unknown>,
  opened: { led?: Led },
): (term: Term) => Promise<() => Promise<void>> {
  return async (term) => {
    const led = await begin(term)
    if (led.operations !== undefined && !ledServices.includes(name))
      throw new Error(`${name} is not in the list of services with a leader, so callers would not wait for a failover`)
    opened.led = led
    const serving = bus.serve([...(led.operations ?? []), readiness], undefined, term.isCertain)
    return async () => {
      const hangs = () => delay(hangsWithinMs, undefined, { ref: false })
      const isLost = term.signal.aborted
      if (!isLost) await Promise.race([led.rest?.(), hangs()])
      await Promise.race([serving.stop(), ...(isLost ? [hangs()] : [])])
      delete opened.led
      await Promise.all((led.loops ?? []).map((loop) => loop.stop()))
      await led.close?.()
    }
  }
}
