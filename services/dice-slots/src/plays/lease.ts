import { defaultTimeoutMs } from '@kismet/contracts'
import type { Lease } from '../db/plays.ts'

/** A sender that was not heard of for longer than a call to the wallet, and the one that makes sure of a refusal, can take has died. */
const leaseMs = 2 * defaultTimeoutMs + 2_000
const firstRetryMs = 1_000
const lastRetryMs = 15_000

/** The lease of one who asks the wallet now. When it runs out the sweep takes over. */
export function leaseFrom(nowMs: number): Lease {
  const until = new Date(nowMs + leaseMs)
  return { until, retryAt: until }
}

/** After an attempt without a result: a retry of the player may ask again at once, the sweep asks less and less often. */
export function leaseEnded(nowMs: number, attempt: number): Lease {
  const waitMs = Math.min(firstRetryMs * 2 ** Math.min(attempt - 1, 10), lastRetryMs)
  return { until: new Date(nowMs), retryAt: new Date(nowMs + waitMs) }
}
