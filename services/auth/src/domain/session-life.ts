import { limits } from '@kismet/contracts'

export interface SessionTimes {
  readonly createdAtMs: number
  /** The last input of the player or admin. */
  readonly lastActiveAtMs: number
}

/**
 * A session ends 60 minutes after the last input, and at most 24 hours after its start
 * (docs/spec/amendments.md, section 3).
 */
export function sessionEndsAt({ createdAtMs, lastActiveAtMs }: SessionTimes): number {
  return Math.min(lastActiveAtMs + limits.session.inactivityMs, createdAtMs + limits.session.lifetimeMs)
}

/** At `nowMs`, a session has ended if it started, or was last active, at these times or earlier. */
export function lapseBounds(nowMs: number): { readonly createdAtMs: number; readonly lastActiveAtMs: number } {
  return { createdAtMs: nowMs - limits.session.lifetimeMs, lastActiveAtMs: nowMs - limits.session.inactivityMs }
}
