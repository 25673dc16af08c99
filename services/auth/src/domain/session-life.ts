import { limits } from '@kismet/contracts'

export interface SessionTimes {
  readonly createdAtMs: number
  /** The last real input of its person. */
  readonly lastActiveAtMs: number
}

/** When a session ends unless its person does something: 60 minutes after the last input, 24 hours after its start at the latest (docs/spec/amendments.md, section 3). */
export function sessionEndsAt({ createdAtMs, lastActiveAtMs }: SessionTimes): number {
  return Math.min(lastActiveAtMs + limits.session.inactivityMs, createdAtMs + limits.session.lifetimeMs)
}

/** A session that was started or used at these moments, or before, has ended at `nowMs`. */
export function lapseBounds(nowMs: number): { readonly createdAtMs: number; readonly lastActiveAtMs: number } {
  return { createdAtMs: nowMs - limits.session.lifetimeMs, lastActiveAtMs: nowMs - limits.session.inactivityMs }
}
