import { paise } from '@kismet/contracts'
import type { getBalances, Output, Paise } from '@kismet/contracts'
import type { DaySums } from './day-sums.ts'

type Movements = Output<typeof getBalances>['movements']

const zero = paise(0)
const nothing = { players: zero, openStakes: zero, held: zero, house: zero, outside: zero, bonus: zero }

/** A movement that leaves the rest to the balances of players. */
function movement(others: Partial<Record<keyof typeof nothing, number>>): Record<keyof typeof nothing, Paise> {
  const players = Object.values(others).reduce((rest, moved) => rest - moved, 0)
  return { ...nothing, ...(others as Partial<typeof nothing>), players: paise(players) }
}

/** What moved the accounts in a period, in paise. Each movement sums to 0. */
export function movementsOf({ games, deposits, payouts, bonuses, corrections, accounts }: DaySums): Movements {
  const ggr = Object.values(games).reduce((sum, { stakesPaise, payoutsPaise }) => sum + stakesPaise - payoutsPaise, 0)
  // Only bets move open stakes, and only withdrawals move held money.
  const { openStakes, held } = accounts
  const { housePaise: house, outsidePaise: outside, bonusPaise: bonus } = corrections
  return {
    bets: movement({ openStakes, house: ggr }),
    deposits: movement({ outside: 0 - deposits.paise }),
    withdrawals: movement({ held, outside: payouts.paise }),
    bonuses: movement({ bonus: 0 - bonuses.paise }),
    corrections: movement({ house, outside, bonus }),
  }
}
