import type { timeSync } from '@kismet/contracts'
import type { z } from 'zod'
import type { CallResult } from '../call.ts'

const pings = 8

/**
 * How far the server's clock is ahead of the browser's, in ms, by the fastest of several pings. The error is at most half of its
 * round trip. Null if no ping was answered.
 */
export async function measureClock(
  askTime: () => Promise<CallResult<z.output<typeof timeSync.output>>>,
): Promise<number | null> {
  let best: { offsetMs: number; tripMs: number } | null = null
  for (let ping = 0; ping < pings; ping++) {
    const sentAtMs = Date.now()
    const startedMs = performance.now()
    const { data, error } = await askTime()
    if (error) return best?.offsetMs ?? null
    const tripMs = performance.now() - startedMs
    if (best === null || tripMs < best.tripMs)
      best = { tripMs, offsetMs: Math.round(data.serverTime - sentAtMs - tripMs / 2) }
  }
  return best?.offsetMs ?? null
}
