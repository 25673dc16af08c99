import { streamRoutes } from '@kismet/contracts'
import { stopsWithinMs } from '@kismet/service-kit/define-service'

/** What a service is left when it is told to end, in ms. */
export interface Grace {
  /** From when it is to end until it is killed. */
  readonly graceMs: number
  /** For so long of that it is not told yet. */
  readonly beforeMs: number
  /** Its DRAIN_DELAY_MS. */
  readonly drainDelayMs: number
}

/** Whether uploads and downloads go through it. */
export const carriesStreams = (service: string): boolean =>
  service === 'gateway' || streamRoutes.some((stream) => stream.service === service)

/** A service that is killed before it has answered what it has loses it. */
export function graceFaults(service: string, { graceMs, beforeMs, drainDelayMs }: Grace): string[] {
  const neededMs = beforeMs + stopsWithinMs(drainDelayMs, carriesStreams(service))
  if (graceMs > neededMs) return []
  return [`${service}: is killed after ${graceMs / 1_000} s, and may take ${neededMs / 1_000} s to end`]
}
