import type { ErrorCode } from '@kismet/contracts'
import { periods } from './activity.ts'
import type { Activity, PerPeriod } from './activity.ts'

/** A limit for each calendar period, in paise; null where the player has set none. */
export type PeriodLimits = PerPeriod<number | null>

/** The rules of safer play that a player has set (docs/decisions.md, section 3). */
export interface Protection {
  readonly wagerPaise: PeriodLimits
  readonly lossPaise: PeriodLimits
  /** Ends of a break and of a self-exclusion, ms since the epoch; null when there is none. */
  readonly timeOutUntilMs: number | null
  readonly excludedUntilMs: number | null
}

const unlimited: PeriodLimits = { day: null, week: null, month: null }
export const noProtection: Protection = {
  wagerPaise: unlimited,
  lossPaise: unlimited,
  timeOutUntilMs: null,
  excludedUntilMs: null,
}

function passes(amounts: PerPeriod, stakePaise: number, limits: PeriodLimits): boolean {
  return periods.some((period) => amounts[period] + stakePaise > (limits[period] ?? Number.POSITIVE_INFINITY))
}

/**
 * Why a stake may not be taken now, or undefined. The stake counts as lost whatever the bet will pay: whether a bet is taken must not depend on its outcome.
 */
export function stakeRefusal(
  protection: Protection,
  activity: Activity,
  stakePaise: number,
  nowMs: number,
): ErrorCode | undefined {
  if (protection.excludedUntilMs !== null && nowMs < protection.excludedUntilMs) return 'self_excluded'
  if (protection.timeOutUntilMs !== null && nowMs < protection.timeOutUntilMs) return 'time_out'
  if (passes(activity.wageredPaise, stakePaise, protection.wagerPaise)) return 'limit_reached'
  if (passes(activity.lostPaise, stakePaise, protection.lossPaise)) return 'limit_reached'
  return undefined
}
