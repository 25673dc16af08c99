import type { ErrorCode, LimitLeft, LimitType } from '@kismet/contracts'
import { periods } from './activity.ts'
import type { Activity, PerPeriod } from './activity.ts'

/** A limit for each calendar period, in paise; null is no limit. */
export type PeriodLimits = PerPeriod<number | null>

/** What keeps a player from play: rules of safer play of the player's own (docs/spec/amendments.md, section 3), and a suspension by admins. Deposits are refused by payments, bets and withdrawals by the wallet. */
export interface Protection {
  readonly wagerPaise: PeriodLimits
  readonly lossPaise: PeriodLimits
  readonly depositPaise: PeriodLimits
  /** The ends of a break and of a self-exclusion, in ms since the epoch; null is no end. */
  readonly timeOutUntilMs: number | null
  readonly excludedUntilMs: number | null
  readonly isSuspended: boolean
  /** Of the newest change of it; 0 before the first. */
  readonly suspensionVersion: number
}

const unlimited: PeriodLimits = { day: null, week: null, month: null }
export const noProtection: Protection = {
  wagerPaise: unlimited,
  lossPaise: unlimited,
  depositPaise: unlimited,
  timeOutUntilMs: null,
  excludedUntilMs: null,
  isSuspended: false,
  suspensionVersion: 0,
}

/** Where the limits of each type stand. */
export const limitsOf = { wager: 'wagerPaise', loss: 'lossPaise', deposit: 'depositPaise' } as const satisfies Record<
  LimitType,
  keyof Protection
>

/** One limit: its type and period, and its paise; null is no limit. */
export interface LimitChange {
  readonly type: LimitType
  readonly period: keyof PerPeriod
  readonly amountPaise: number | null
}

/** The limit in force, in paise; null is no limit. */
export function limitOf(protection: Protection, { type, period }: Pick<LimitChange, 'type' | 'period'>): number | null {
  return protection[limitsOf[type]][period]
}

export function withLimit(protection: Protection, { type, period, amountPaise }: LimitChange): Protection {
  const name = limitsOf[type]
  return { ...protection, [name]: { ...protection[name], [period]: amountPaise } }
}

/** Whether a change raises or removes a limit. A raise takes effect later (docs/spec/amendments.md, section 3). */
export function isRise(protection: Protection, change: LimitChange): boolean {
  const heldPaise = limitOf(protection, change)
  return heldPaise !== null && (change.amountPaise === null || change.amountPaise > heldPaise)
}

/** The later of two ends: a break or an exclusion is never made shorter. */
export function longer(untilMs: number | null, askedMs: number): number {
  return Math.max(untilMs ?? 0, askedMs)
}

/** Of the limits that a stake exceeds, the one with the least left. The stake counts as lost in full. */
export function limitExceeded(protection: Protection, activity: Activity, stakePaise: number): LimitLeft | undefined {
  const used = { wager: activity.wageredPaise, loss: activity.lostPaise }
  const exceeded = (['wager', 'loss'] as const).flatMap((type) =>
    periods.flatMap((period) => {
      const limitPaise = limitOf(protection, { type, period })
      if (limitPaise === null || used[type][period] + stakePaise <= limitPaise) return []
      return { type, period, limitPaise, leftPaise: Math.max(0, limitPaise - used[type][period]) }
    }),
  )
  return exceeded.sort((one, other) => one.leftPaise - other.leftPaise)[0]
}

/**
 * The reason to refuse a stake, or undefined. The stake counts as lost in full, because the
 * decision must not depend on the result of the bet.
 */
export function stakeRefusal(
  protection: Protection,
  activity: Activity,
  stakePaise: number,
  nowMs: number,
): ErrorCode | undefined {
  if (protection.isSuspended) return 'account_suspended'
  if (protection.excludedUntilMs !== null && nowMs < protection.excludedUntilMs) return 'self_excluded'
  if (protection.timeOutUntilMs !== null && nowMs < protection.timeOutUntilMs) return 'time_out'
  return limitExceeded(protection, activity, stakePaise) && 'limit_reached'
}
