import { t } from '@lingui/core/macro'
import type { Said } from '../../core/said.ts'

/** What a run of automatic bets keeps to. Amounts in paise; null is no limit. */
export interface AutoSettings {
  bets: number
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

/** The number of bets as it stands in its field: whole, 1 to 1,000. Null: it is none, and nothing else is put in its place, for a press on Start must not bet what the player has not seen. */
export function betsOf(text: string): number | null {
  const bets = /^\d{1,9}$/.test(text.trim()) ? Number(text) : 0
  return bets >= 1 && bets <= mostAutoBets ? bets : null
}

/** Why a run ends before its next bet, or null when it goes on. */
export function autoStopReason(settings: AutoSettings, { betsDone, netPaise }: AutoProgress): Said | null {
  if (settings.stopProfitPaise !== null && netPaise >= settings.stopProfitPaise) return () => t`Profit reached`
  if (settings.stopLossPaise !== null && -netPaise >= settings.stopLossPaise) return () => t`Loss reached`
  return betsDone >= settings.bets ? () => t`All bets done` : null
}
