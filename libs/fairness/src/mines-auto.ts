import { minesMultiplierHundredths, minesTiles, minesWinChance, requireBoard, returnOf } from './mines.ts'
import { floorPayoutPaise } from './payout.ts'
import type { Ratio } from './ratio.ts'

/** The top of the spec's fixed tables in hundredths, by number of mines; below it they are the manual multipliers. */
const tableCapHundredths: ReadonlyMap<number, number> = new Map([
  [3, 9_945],
  [4, 14_600],
  [5, 28_147],
])
/** A selection that returns less than this is marked and asks for a confirmation. */
export const minesAutoLowRtpPercent = 75

/**
 * The multiplier of an automatic game in hundredths, as its preview shows it: the fixed tables for 3, 4 and 5 mines,
 * else 0.98 x (25 / safe tiles)^tiles, floored to 2 decimals and at least 1. 1 for no tile, 0 for more tiles than
 * are safe.
 */
export function minesAutoMultiplierHundredths(minesCount: number, tiles: number): number {
  requireBoard(minesCount, 0)
  const safe = minesTiles - minesCount
  if (tiles > safe) return 0
  requireBoard(minesCount, tiles)
  if (tiles === 0) return 100
  const cap = tableCapHundredths.get(minesCount)
  if (cap !== undefined) return Math.min(minesMultiplierHundredths(minesCount, tiles), cap)
  const floored = Number((98n * BigInt(minesTiles) ** BigInt(tiles)) / BigInt(safe) ** BigInt(tiles))
  return Math.max(floored, 100)
}

/** What an automatic game pays in paise when none of its tiles is a mine. */
export function minesAutoWinPaise(game: {
  readonly stakePaise: number
  readonly minesCount: number
  readonly tiles: number
}): number {
  requireBoard(game.minesCount, game.tiles, 1)
  return floorPayoutPaise(game.stakePaise, minesAutoMultiplierHundredths(game.minesCount, game.tiles), 100)
}

/** The exact return of an automatic game with `tiles` tiles, 1 to 25 - mines. */
export function minesAutoRtp(minesCount: number, tiles: number): Ratio {
  requireBoard(minesCount, tiles, 1)
  return returnOf(minesAutoMultiplierHundredths(minesCount, tiles), minesWinChance(minesCount, tiles))
}

/** Whether a selection returns less than 75%, compared exactly. */
export function minesAutoRtpIsLow(minesCount: number, tiles: number): boolean {
  const { numerator, denominator } = minesAutoRtp(minesCount, tiles)
  return numerator * 100n < denominator * BigInt(minesAutoLowRtpPercent)
}
