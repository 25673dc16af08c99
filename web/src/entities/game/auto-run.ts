import { formatRupees, formatRupeesShort } from '@kismet/ui/format/money.ts'
import { t } from '@lingui/core/macro'
import type { LazyText } from '../../core/lazy-text.ts'
import type { StakeLimits } from './stake.ts'

/** The settings of a run of automatic bets. Amounts in paise; null is no limit. */
export interface AutoSettings {
  bets: number
  /** By how many per cent the stake changes after a win and after a loss; null: back to the first stake. */
  afterWinPercent: number | null
  afterLossPercent: number | null
  stopProfitPaise: number | null
  stopLossPaise: number | null
}

/** The progress of a run. */
export interface AutoProgress {
  betsDone: number
  netPaise: number
}

export const mostAutoBets = 1_000
export const defaultAutoBets = 10
/** One step can raise the stake tenfold at most, and never lowers it to zero. */
export const stakeChange = { minPercent: -99, maxPercent: 900 }

/** The number of bets in its field: whole, 1 to 1,000, else null. There is no default, because Start must only bet what the player sees. */
export function betsOf(text: string): number | null {
  const bets = /^\d{1,9}$/.test(text.trim()) ? Number(text) : 0
  return bets >= 1 && bets <= mostAutoBets ? bets : null
}

/** A change of the stake in its field, in per cent. Null: the field is empty. Undefined: the text is no valid change. */
export function percentOf(text: string): number | null | undefined {
  const plain = text.trim().replace('−', '-')
  if (plain === '') return null
  const percent = /^[+-]?\d{1,3}$/.test(plain) ? Number(plain) : Number.NaN
  return percent >= stakeChange.minPercent && percent <= stakeChange.maxPercent ? percent : undefined
}

/** The stake after a bet, rounded down to whole paise. */
export function nextStakePaise(
  { afterWinPercent, afterLossPercent }: Pick<AutoSettings, 'afterWinPercent' | 'afterLossPercent'>,
  stakes: { readonly firstPaise: number; readonly stakePaise: number },
  hasWon: boolean,
): number {
  const percent = hasWon ? afterWinPercent : afterLossPercent
  return percent === null ? stakes.firstPaise : Math.floor((stakes.stakePaise * (100 + percent)) / 100)
}

/** Why a run ends before its next bet, or null when it goes on. */
export function autoStopReason(settings: AutoSettings, { betsDone, netPaise }: AutoProgress): LazyText | null {
  if (settings.stopProfitPaise !== null && netPaise >= settings.stopProfitPaise) return () => t`Profit reached`
  if (settings.stopLossPaise !== null && -netPaise >= settings.stopLossPaise) return () => t`Loss reached`
  return betsDone >= settings.bets ? () => t`All bets done` : null
}

/** Why a stake is outside of the limits, or null. A run never clamps a stake, because the player did not choose that bet. */
export function stakeStopReason(stakePaise: number, { minPaise, maxPaise }: StakeLimits): LazyText | null {
  if (stakePaise >= minPaise && stakePaise <= maxPaise) return null
  const [stake, least, most] = [formatRupees(stakePaise), formatRupeesShort(minPaise), formatRupeesShort(maxPaise)]
  return () => t`The next stake of ${stake} is outside ${least} to ${most}`
}
