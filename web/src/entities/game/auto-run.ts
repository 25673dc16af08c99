import { t } from '@lingui/core/macro'
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

const mostAutoBets = 1_000
export const defaultAutoBets = 10

/** Reads the number of bets: whole, 1 to 1,000; anything else is brought there. */
export function clampBets(text: string): number {
  const bets = /^\d{1,9}$/.test(text.trim()) ? Number(text) : defaultAutoBets
  return Math.min(mostAutoBets, Math.max(1, bets))
}

/** Why a run ends before its next bet, or null when it goes on. */
export function autoStopReason(settings: AutoSettings, { betsDone, netPaise }: AutoProgress): string | null {
  if (settings.stopProfitPaise !== null && netPaise >= settings.stopProfitPaise) return t`Profit reached`
  if (settings.stopLossPaise !== null && -netPaise >= settings.stopLossPaise) return t`Loss reached`
  return betsDone >= settings.bets ? t`All bets done` : null
}
