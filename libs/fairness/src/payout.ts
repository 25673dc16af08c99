import { requireInteger } from './decimal.ts'

/**
 * What a stake pays at a multiplier, rounded down to the paisa: floor(stake x multiplier).
 * The multiplier is `multiplierUnits / unitsPerOne` (hundredths: 100, ten-thousandths: 10000).
 * Throws RangeError for a stake that is not 1 paisa or more, and for a payout beyond safe integers.
 */
export function floorPayoutPaise(stakePaise: number, multiplierUnits: number, unitsPerOne: 100 | 10_000): number {
  requireInteger('stakePaise', stakePaise, 1, Number.MAX_SAFE_INTEGER)
  requireInteger('multiplierUnits', multiplierUnits, 0, Number.MAX_SAFE_INTEGER)
  const payoutPaise = Number((BigInt(stakePaise) * BigInt(multiplierUnits)) / BigInt(unitsPerOne))
  if (!Number.isSafeInteger(payoutPaise)) throw new RangeError('the payout is too large to be counted in paise')
  return payoutPaise
}
