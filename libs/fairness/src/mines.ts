import { requireInteger } from './decimal.ts'
import { hmacStream } from './hmac-stream.ts'
import { floorPayoutPaise } from './payout.ts'
import { ratio, roundHalfUp, type Ratio } from './ratio.ts'
import type { Seeds } from './seeds.ts'

/** Tiles of the board, numbered 0 to 24 by rows. */
export const minesTiles = 25
/** The most mines on a board; the least is 1. */
export const minesCountMax = 24
/** How many multipliers the strip of the next ones shows at most. */
export const nextMultipliersShown = 8

/** The mines of a game, sorted: the first `minesCount` of a shuffle of the 25 tiles. */
export function drawMines(seeds: Seeds, minesCount: number): number[] {
  requireMinesCount(minesCount)
  const stream = hmacStream(seeds)
  const tiles = Array.from({ length: minesTiles }, (_, tile) => tile)
  for (let i = 0; i < minesCount; i++) {
    const j = i + stream.draw(minesTiles - i)
    const [at, other] = [tiles[i] ?? 0, tiles[j] ?? 0]
    tiles[i] = other
    tiles[j] = at
  }
  return tiles.slice(0, minesCount).sort((a, b) => a - b)
}

/** The chance to open `opened` tiles without a mine: C(25 - m, k) / C(25, k). 0 to 25 - m tiles, else RangeError. */
export function minesWinChance(minesCount: number, opened: number): Ratio {
  requireBoard(minesCount, opened)
  return ratio(choose(minesTiles - minesCount, opened), choose(minesTiles, opened))
}

/**
 * The manual multiplier in hundredths: 0.95 / chance, rounded half up to 2 decimals. With no tile open it is 1,
 * which pays nothing (`minesPayoutPaise`).
 */
export function minesMultiplierHundredths(minesCount: number, opened: number): number {
  const { numerator, denominator } = minesWinChance(minesCount, opened)
  return opened === 0 ? 100 : Number(roundHalfUp(95n * denominator, numerator))
}

/** The multipliers of the next tiles in hundredths, the next one first, 8 at most. */
export function nextMinesMultipliersHundredths(minesCount: number, opened: number): number[] {
  requireBoard(minesCount, opened)
  const length = Math.min(nextMultipliersShown, minesGemsLeft(minesCount, opened))
  return Array.from({ length }, (_, next) => minesMultiplierHundredths(minesCount, opened + next + 1))
}

/** What a cash-out with `opened` tiles pays in paise; 0 with no tile open. */
export function minesPayoutPaise(game: {
  readonly stakePaise: number
  readonly minesCount: number
  readonly opened: number
}): number {
  const multiplierHundredths = minesMultiplierHundredths(game.minesCount, game.opened)
  return floorPayoutPaise(game.stakePaise, game.opened === 0 ? 0 : multiplierHundredths, 100)
}

/** Gems still closed. */
export function minesGemsLeft(minesCount: number, opened: number): number {
  requireBoard(minesCount, opened)
  return minesTiles - minesCount - opened
}

/** The chance that the next tile is a mine, in hundredths of a per cent, rounded half up: 3 of 25 gives 1200. */
export function mineRiskHundredths(minesCount: number, opened: number): number {
  requireBoard(minesCount, opened)
  return Number(roundHalfUp(BigInt(minesCount) * 10_000n, BigInt(minesTiles - opened)))
}

/** The exact return of a player who always stops after `opened` tiles (1 or more). */
export function minesRtp(minesCount: number, opened: number): Ratio {
  requireBoard(minesCount, opened, 1)
  return returnOf(minesMultiplierHundredths(minesCount, opened), minesWinChance(minesCount, opened))
}

/** Multiplier x chance. */
export function returnOf(multiplierHundredths: number, chance: Ratio): Ratio {
  return ratio(BigInt(multiplierHundredths) * chance.numerator, 100n * chance.denominator)
}

/** Throws RangeError unless there are 1 to 24 mines and `least` to 25 - mines tiles. */
export function requireBoard(minesCount: number, opened: number, least = 0): void {
  requireMinesCount(minesCount)
  requireInteger('opened', opened, least, minesTiles - minesCount)
}

/** Whether a board can have that many mines: 1 to 24. */
export const isMinesCount = (minesCount: number): boolean =>
  Number.isSafeInteger(minesCount) && minesCount >= 1 && minesCount <= minesCountMax

function requireMinesCount(minesCount: number): void {
  requireInteger('minesCount', minesCount, 1, minesCountMax)
}

function choose(n: number, k: number): bigint {
  let result = 1n
  for (let i = 1; i <= k; i++) result = (result * BigInt(n - k + i)) / BigInt(i)
  return result
}
