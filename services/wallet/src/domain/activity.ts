/** Amounts of the current day, week and month of Asia/Kolkata. */
export interface PerPeriod {
  readonly day: number
  readonly week: number
  readonly month: number
}

/** What a player has staked and lost in the calendar periods that hold `day`. */
export interface Activity {
  /** Days since 1970-01-01 in Asia/Kolkata. */
  readonly day: number
  readonly wageredPaise: PerPeriod
  /** Stakes less payouts; open stakes count as lost. Negative when the player is ahead. */
  readonly lostPaise: PerPeriod
}

const nothing: PerPeriod = { day: 0, week: 0, month: 0 }
export const noActivity: Activity = { day: 0, wageredPaise: nothing, lostPaise: nothing }

const dayMs = 86_400_000
/** Asia/Kolkata is UTC+5:30 all year round. */
const kolkataOffsetMs = (5 * 60 + 30) * 60_000

/** The calendar day of Asia/Kolkata, in days since 1970-01-01. */
export function dayOf(epochMs: number): number {
  return Math.floor((epochMs + kolkataOffsetMs) / dayMs)
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
function samePeriods(day: number, today: number): { day: boolean; week: boolean; month: boolean } {
  if (day === today) return { day: true, week: true, month: true }
  return { day: false, week: weekOf(day) === weekOf(today), month: monthOf(day) === monthOf(today) }
}

/**
 * The activity as it stands on `today`: periods that are over count nothing. A `today` before the activity's own day (another replica's clock runs a
 * little ahead at midnight) leaves it as it is.
 */
export function activityOn(activity: Activity, today: number): Activity {
  if (today <= activity.day) return activity
  const same = samePeriods(activity.day, today)
  const keep = (amounts: PerPeriod): PerPeriod => ({
    day: 0,
    week: same.week ? amounts.week : 0,
    month: same.month ? amounts.month : 0,
  })
  return { day: today, wageredPaise: keep(activity.wageredPaise), lostPaise: keep(activity.lostPaise) }
}

function plus(amounts: PerPeriod, paise: number): PerPeriod {
  return { day: amounts.day + paise, week: amounts.week + paise, month: amounts.month + paise }
}

/** A stake that was taken and a payout: wagered, and lost but for what it pays. A bet that lasts has first the one, then the other. */
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
  const less = (amounts: PerPeriod): PerPeriod => ({
    day: same.day ? amounts.day - stakePaise : amounts.day,
    week: same.week ? amounts.week - stakePaise : amounts.week,
    month: same.month ? amounts.month - stakePaise : amounts.month,
  })
  return { day: activity.day, wageredPaise: less(activity.wageredPaise), lostPaise: less(activity.lostPaise) }
}
