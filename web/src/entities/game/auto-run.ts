import { formatRupees, formatRupeesShort } from '@kismet/ui/format/money.ts'
import { t } from '@lingui/core/macro'
import type { Said } from '../../core/said.ts'
import type { StakeLimits } from './stake.ts'

/** What a run of automatic bets keeps to. Amounts in paise; null is no limit. */
export interface AutoSettings {
  bets: number
  /** By how many per cent the stake changes after a win and after a loss; null: back to the first one. */
  afterWinPercent: number | null
  afterLossPercent: number | null
  stopProfitPaise: number | null
  stopLossPaise: number | null
}

/** Where a run stands. */
export interface AutoProgress {
  betsDone: number
  netPaise: number
}

export const mostAutoBets = 1_000
export const defaultAutoBets = 10
/** A stake can at most be made ten times as high in one step, and never nothing. */
export const stakeChange = { minPercent: -99, maxPercent: 900 }

/** The number of bets as it stands in its field: whole, 1 to 1,000. Null: it is none, and nothing else is put in its place, for a press on Start must not bet what the player has not seen. */
export function betsOf(text: string): number | null {
  const bets = /^\d{1,9}$/.test(text.trim()) ? Number(text) : 0
  return bets >= 1 && bets <= mostAutoBets ? bets : null
}

/** A change of the stake as it stands in its field, in per cent. Null: nothing stands there; undefined: what stands there is none. */
export function percentOf(text: string): number | null | undefined {
  const plain = text.trim().replace('−', '-')
  if (plain === '') return null
  const percent = /^[+-]?\d{1,3}$/.test(plain) ? Number(plain) : Number.NaN
  return percent >= stakeChange.minPercent && percent <= stakeChange.maxPercent ? percent : undefined
}

/** The stake after a bet, in whole paise (what is left of a paisa is not staked). */
export function nextStakePaise(
  { afterWinPercent, afterLossPercent }: Pick<AutoSettings, 'afterWinPercent' | 'afterLossPercent'>,
  stakes: { readonly firstPaise: number; readonly stakePaise: number },
  hasWon: boolean,
): number {
  const percent = hasWon ? afterWinPercent : afterLossPercent
  return percent === null ? stakes.firstPaise : Math.floor((stakes.stakePaise * (100 + percent)) / 100)
}

/** Why a run ends before its next bet, or null when it goes on. */
export function autoStopReason(settings: AutoSettings, { betsDone, netPaise }: AutoProgress): Said | null {
  if (settings.stopProfitPaise !== null && netPaise >= settings.stopProfitPaise) return () => t`Profit reached`
  if (settings.stopLossPaise !== null && -netPaise >= settings.stopLossPaise) return () => t`Loss reached`
  return betsDone >= settings.bets ? () => t`All bets done` : null
}

/** Why the stake that a run has come to is not bet, or null. It is never brought into the limits: that would be another bet than the one that was set. */
export function stakeStopReason(stakePaise: number, { minPaise, maxPaise }: StakeLimits): Said | null {
  if (stakePaise >= minPaise && stakePaise <= maxPaise) return null
  const [stake, least, most] = [formatRupees(stakePaise), formatRupeesShort(minPaise), formatRupeesShort(maxPaise)]
  return () => t`The next stake of ${stake} is outside ${least} to ${most}`
}
