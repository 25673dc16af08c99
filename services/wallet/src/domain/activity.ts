import { indiaAheadMs } from '@kismet/contracts'

/** The calendar periods of Asia/Kolkata that amounts are counted in. */
export const periods = ['day', 'week', 'month'] as const
type Period = (typeof periods)[number]

/** What there is of each of the periods. */
export type PerPeriod<Value = number> = Readonly<Record<Period, Value>>

function eachPeriod<Value>(of: (period: Period) => Value): PerPeriod<Value> {
  return { day: of('day'), week: of('week'), month: of('month') }
}

/** What a player has staked and lost in the calendar periods that hold `day`. */
export interface Activity {
  /** Days since 1970-01-01 in Asia/Kolkata. */
  readonly day: number
  readonly wageredPaise: PerPeriod
  /** Stakes less payouts; open stakes count as lost. Negative when the player is ahead. */
  readonly lostPaise: PerPeriod
}

const nothing = eachPeriod(() => 0)
export const noActivity: Activity = { day: 0, wageredPaise: nothing, lostPaise: nothing }

const dayMs = 86_400_000

/** The calendar day of Asia/Kolkata, in days since 1970-01-01. */
export function dayOf(epochMs: number): number {
  return Math.floor((epochMs + indiaAheadMs) / dayMs)
}

/** Weeks begin on Monday; 1970-01-01 was a Thursday. */
function weekOf(day: number): number {
  return Math.floor((day + 3) / 7)
}

function monthOf(day: number): number {
  const date = new Date(day * dayMs)
  return date.getUTCFullYear() * 12 + date.getUTCMonth()
}

/** Which of the periods that hold `day` are the periods that hold `today`. */
function samePeriods(day: number, today: number): PerPeriod<boolean> {
  if (day === today) return { day: true, week: true, month: true }
  return { day: false, week: weekOf(day) === weekOf(today), month: monthOf(day) === monthOf(today) }
}

/**
 * The activity on `today`: the sums of earlier periods are 0. A `today` before the activity's own
 * day leaves the activity as it is, because clocks of replicas differ a little at midnight.
 */
export function activityOn(activity: Activity, today: number): Activity {
  if (today <= activity.day) return activity
  const same = samePeriods(activity.day, today)
  const keep = (amounts: PerPeriod) => eachPeriod((period) => (same[period] ? amounts[period] : 0))
  return { day: today, wageredPaise: keep(activity.wageredPaise), lostPaise: keep(activity.lostPaise) }
}

function plus(amounts: PerPeriod, paise: number): PerPeriod {
  return eachPeriod((period) => amounts[period] + paise)
}

/**
 * Counts a stake as wagered, and stake less payout as lost. For a bet that lasts, the stake counts
 * at the reserve and the payout at the settlement.
 */
export function afterBet(activity: Activity, stakePaise: number, payoutPaise: number): Activity {
  const { day, wageredPaise, lostPaise } = activity
  return {
    day,
    wageredPaise: stakePaise === 0 ? wageredPaise : plus(wageredPaise, stakePaise),
    lostPaise: plus(lostPaise, stakePaise - payoutPaise),
  }
}

/** A bet that was taken on `stakedOn` is undone. Only the periods that have counted it give it back. */
export function afterRefund(activity: Activity, stakePaise: number, stakedOn: number): Activity {
  const same = samePeriods(stakedOn, activity.day)
  const less = (amounts: PerPeriod) => eachPeriod((period) => amounts[period] - (same[period] ? stakePaise : 0))
  return { day: activity.day, wageredPaise: less(activity.wageredPaise), lostPaise: less(activity.lostPaise) }
}
