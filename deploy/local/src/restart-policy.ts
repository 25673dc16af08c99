/** How often a process that died is started again before it stays down. */
export const restartLimit = { restarts: 10, withinMs: 600_000 } as const

const shortestDelayMs = 250
const longestDelayMs = 3_000

export type RestartDecision = { readonly restart: true; readonly afterMs: number } | { readonly restart: false }

/**
 * Whether and when to restart a process that died now. At most 10 restarts in any 10 minutes. The delay grows with the
 * recent restarts, up to 3 s.
 * @param restartTimesMs when it was restarted before, any order
 */
export function decideRestart(restartTimesMs: readonly number[], nowMs: number): RestartDecision {
  const recent = restartTimesMs.filter((time) => nowMs - time < restartLimit.withinMs).length
  if (recent >= restartLimit.restarts) return { restart: false }
  return { restart: true, afterMs: Math.min(longestDelayMs, shortestDelayMs * 2 ** recent) }
}
