import { limits } from '@kismet/contracts'
import type { QuickAmounts } from '@kismet/ui/controls/amount-field.tsx'
import { formatRupeesShort, parseRupees, rupeesText } from '@kismet/ui/format/money.ts'
import { t } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import type { GameName } from '../../core/games.ts'

/** What one bet of a game may cost, in paise. */
export interface StakeLimits {
  readonly minPaise: number
  readonly maxPaise: number
  /** What is said of an amount that is none, or nothing; else the limits are named. */
  readonly noAmount?: MessageDescriptor
}

/** The limits of a game in its stake. */
export function stakeLimitsOf(game: GameName): StakeLimits {
  const { minRupees, maxRupees } = limits[game]
  return { minPaise: minRupees * 100, maxPaise: maxRupees * 100 }
}

/** The stake as typed and as it counts. */
export interface Stake {
  text: string
  /** What stands in the field, when it can be staked as it is; else null. */
  stakePaise: number | null
  /** Why it cannot. */
  problem: string | null
  /** The nearest amount that can be staked. */
  nearestPaise: number
  onText: (text: string) => void
  set: (amountPaise: number) => void
  quick: QuickAmounts
}

/** A stake within the limits; what is no amount becomes the smallest. */
export function nearestStakePaise(amountPaise: number | null, { minPaise, maxPaise }: StakeLimits): number {
  return Math.min(maxPaise, Math.max(minPaise, amountPaise ?? minPaise))
}

/** Why an amount cannot be staked whatever the balance is, or null. */
function problemOf(amountPaise: number | null, stakeLimits: StakeLimits): string | null {
  const { minPaise, maxPaise, noAmount } = stakeLimits
  if (noAmount !== undefined && (amountPaise ?? 0) <= 0) return t(noAmount)
  if (amountPaise === nearestStakePaise(amountPaise, stakeLimits)) return null
  return t`${formatRupeesShort(minPaise)} to ${formatRupeesShort(maxPaise)}`
}

/** The amount of a bet, from the text of its field. A text that cannot be staked stays, with its problem. */
export function stakeOf(
  stakeLimits: StakeLimits,
  balancePaise: number,
  [text, setText]: readonly [string, (text: string) => void],
): Stake {
  const amountPaise = parseRupees(text)
  const nearestPaise = nearestStakePaise(amountPaise, stakeLimits)
  const problem = problemOf(amountPaise, stakeLimits)
  const set = (wantedPaise: number): void => setText(rupeesText(nearestStakePaise(wantedPaise, stakeLimits)))
  return {
    text,
    stakePaise: problem === null ? amountPaise : null,
    problem,
    nearestPaise,
    onText: setText,
    set,
    quick: {
      onHalf: () => set(Math.floor(nearestPaise / 2)),
      onDouble: () => set(nearestPaise * 2),
      onMax: () => set(Math.min(balancePaise, stakeLimits.maxPaise)),
    },
  }
}

/** The field of a stake while a bet is on: it shows that bet, whatever has been typed for the next one. */
export function stakeThatIsOn(stake: Stake, onPaise: number): Stake {
  return { ...stake, text: rupeesText(onPaise), problem: null }
}
