import { paise } from '@kismet/contracts'
import type { LedgerEntry, Paise } from '@kismet/contracts'

export interface Play {
  /** Null for a player without a deposit. */
  readonly depositedAt: string | null
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
 * What was played from the newest deposit before a time until that time. Without a deposit, all play until that time.
 * @param entries of a player, newest first
 * @param untilMs the time of the request
 */
export function playUntil(entries: readonly LedgerEntry[], untilMs: number): Play {
  const before = entries.filter(({ at }) => Date.parse(at) <= untilMs)
  const at = before.findIndex(({ kind }) => kind === 'deposit')
  const deposit = before[at]
  const since = deposit === undefined ? before : before.slice(0, at)
  const ended = since.filter(({ kind }) => kind === 'play' || kind === 'settle')
  const sum = (bets: readonly LedgerEntry[]) => paise(bets.reduce((total, { stakePaise }) => total + stakePaise, 0))
  return {
    depositedAt: deposit?.at ?? null,
    deposited: deposit?.amountPaise ?? paise(0),
    staked: sum(ended),
    lowRiskStaked: sum(ended.filter(isLowRisk)),
  }
}
