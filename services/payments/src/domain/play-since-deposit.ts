import { paise } from '@kismet/contracts'
import type { LedgerEntry, Paise } from '@kismet/contracts'

export interface Play {
  readonly depositedAt: string
  readonly deposited: Paise
  /** Stakes of bets that have ended since. */
  readonly staked: Paise
  /** Of these: stakes that came back nearly unchanged. */
  readonly lowRiskStaked: Paise
}

/** A bet that won less than a tenth of its stake, or nearly all of it back, risked little. A lost one risked everything. */
function isLowRisk({ stakePaise, payoutPaise }: LedgerEntry): boolean {
  return payoutPaise * 10 >= stakePaise * 9 && payoutPaise * 10 < stakePaise * 11
}

/**
 * What was played since the newest credited deposit.
 * @param entries of a player, newest first
 * @returns null where there is no deposit among them
 */
export function playSinceDeposit(entries: readonly LedgerEntry[]): Play | null {
  const at = entries.findIndex(({ kind }) => kind === 'deposit')
  const deposit = entries[at]
  if (deposit === undefined) return null
  const ended = entries.slice(0, at).filter(({ kind }) => kind === 'play' || kind === 'settle')
  const sum = (bets: readonly LedgerEntry[]) => paise(bets.reduce((total, { stakePaise }) => total + stakePaise, 0))
  return {
    depositedAt: deposit.at,
    deposited: deposit.amountPaise,
    staked: sum(ended),
    lowRiskStaked: sum(ended.filter(isLowRisk)),
  }
}
