import type { Account } from './account.ts'

/** How the first-deposit bonus works (docs/reference/player-api.md). */
export interface BonusRules {
  /** Per cent of the first deposit. */
  readonly percent: number
  /** Per cent of the first deposit that has to be staked. */
  readonly wagerPercent: number
  /** A bet that pays less than this many times its stake, and is not lost, does not count: it could not lose. At most 4 decimals. */
  readonly minMultiplier: number
}

/** What a first deposit earns, rounded down to the paisa. */
export function bonusOf(firstDepositPaise: number, rules: BonusRules): number {
  return Math.floor((firstDepositPaise * rules.percent) / 100)
}

/** Whether a settled bet counts for the release. */
export function countsForBonus(stakePaise: number, payoutPaise: number, rules: BonusRules): boolean {
  if (payoutPaise === 0) return true
  const minTimes10000 = BigInt(Math.round(rules.minMultiplier * 10_000))
  return BigInt(payoutPaise) * 10_000n >= BigInt(stakePaise) * minTimes10000
}

/** How much has to be staked for the release, in paise. */
export function neededForBonus({ firstDepositPaise }: Account, rules: Pick<BonusRules, 'wagerPercent'>): number {
  return Math.ceil((firstDepositPaise * rules.wagerPercent) / 100)
}

/** Whether the bonus has been earned and still waits. */
export function isBonusDue(account: Account, rules: BonusRules): boolean {
  if (account.bonusReleased || account.bonusPaise === 0) return false
  return account.countedPaise >= neededForBonus(account, rules)
}
