/** How often a process that died is started again before it stays down. */
export const restartLimit = { restarts: 10, withinMs: 600_000 } as const

const shortestDelayMs = 250
const longestDelayMs = 3_000

export type RestartDecision = { readonly restart: true; readonly afterMs: number } | { readonly restart: false }

/**
 * Whether and when a process that died now is started again: at most 10 restarts in any 10 minutes, each within 3 s, later
 * the more often it died of late.
 * @param restartTimesMs when it was restarted before, any order
 */
export function decideRestart(restartTimesMs: readonly number[], nowMs: number): RestartDecision {
  const recent = restartTimesMs.filter((time) => nowMs - time < restartLimit.withinMs).length
  if (recent >= restartLimit.restarts) return { restart: false }
  return { restart: true, afterMs: Math.min(longestDelayMs, shortestDelayMs * 2 ** recent) }
}
