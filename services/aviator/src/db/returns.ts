import { volatilityDivisors } from '@kismet/fairness'
import type { VolatilityMode } from '@kismet/fairness'
import { groupSums } from '@kismet/game-kit/returns'
import type { ReturnSource } from '@kismet/game-kit/returns'

/** Bets that won or lost, by the volatility mode of their rounds. What one should pay back is 1 - 1 / divisor, wherever it is cashed out (docs/concepts/fairness.md). */
export const betReturns: ReturnSource<{ readonly mode: VolatilityMode }> = {
  groups: `SELECT volatility_mode AS mode, ${groupSums} FROM bet JOIN round USING (round_number)
    WHERE transaction_id >= $1::xid8 AND transaction_id < $2::xid8 GROUP BY mode, hour`,
  kindOf: ({ mode }) => ({ game: 'aviator', setting: mode, theory: 1 - 1 / volatilityDivisors[mode] }),
}
