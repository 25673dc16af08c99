import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import {
  drawMines,
  mineRiskHundredths,
  minesAutoMultiplierHundredths,
  minesAutoRtp,
  minesAutoRtpIsLow,
  minesAutoWinPaise,
  minesGemsLeft,
  minesMultiplierHundredths,
  minesPayoutPaise,
  minesRtp,
  minesWinChance,
  nextMinesMultipliersHundredths,
  ratioPercent,
} from '../src/index.ts'
import { seedsOf } from './vectors.ts'

/** Every number of mines with every number of tiles that can be opened, 1 or more. */
const boards = Array.from({ length: 24 }, (_, i) => i + 1).flatMap((minesCount) =>
  Array.from({ length: 25 - minesCount }, (_, i) => ({ minesCount, tiles: i + 1 })),
)

/** The chance to survive, tile by tile: another way than the binomials of the code. */
function chanceByTiles(minesCount: number, tiles: number): { top: bigint; bottom: bigint } {
  let [top, bottom] = [1n, 1n]
  for (let opened = 0; opened < tiles; opened++) {
    top *= BigInt(25 - minesCount - opened)
    bottom *= BigInt(25 - opened)
  }
  return { top, bottom }
}

describe('boards', () => {
  it('have the asked number of different mines, sorted, on the 25 tiles', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 24 }), fc.integer({ min: 1, max: 10 ** 9 }), (minesCount, nonce) => {
        const mines = drawMines(seedsOf(nonce), minesCount)
        expect(mines).toHaveLength(minesCount)
        expect([...new Set(mines)].sort((a, b) => a - b)).toEqual(mines)
        expect(mines.every((tile) => Number.isInteger(tile) && tile >= 0 && tile < 25)).toBe(true)
      }),
    )
  })

  it('of more mines contain the boards of fewer, for the same seeds', () => {
    const small = drawMines(seedsOf(7), 5)
    expect(drawMines(seedsOf(7), 12)).toEqual(expect.arrayContaining(small))
  })

  it('put a mine on each tile about equally often (fixed seeds)', () => {
    const counts = new Array<number>(25).fill(0)
    for (let nonce = 1; nonce <= 5_000; nonce++) {
      for (const tile of drawMines(seedsOf(nonce), 5)) counts[tile] = (counts[tile] ?? 0) + 1
    }
    const chiSquared = counts.reduce((sum, count) => sum + (count - 1_000) ** 2 / 1_000, 0)
    expect(chiSquared).toBeLessThan(51.2) // 24 degrees, p = 0.001
  })

  it.each([0, 25, 1.5, -1, Number.NaN])('refuse %d mines', (minesCount) => {
    expect(() => drawMines(seedsOf(1), minesCount)).toThrow(RangeError)
    expect(() => minesMultiplierHundredths(minesCount, 0)).toThrow(RangeError)
  })
})

describe('manual multipliers', () => {
  it('are 0.95 / chance to the nearest hundredth, exact ties up, on all 300 settings', () => {
    let ties = 0
    expect(boards).toHaveLength(300)
    for (const { minesCount, tiles } of boards) {
      const { top, bottom } = chanceByTiles(minesCount, tiles)
      const doubled = 2n * BigInt(minesMultiplierHundredths(minesCount, tiles))
      const exact = 2n * 95n * bottom
      expect((doubled - 1n) * top <= exact && exact < (doubled + 1n) * top).toBe(true)
      if ((doubled - 1n) * top === exact) ties++
    }
    expect(ties).toBeGreaterThan(0)
  })

  it('grow with each tile, and the strip shows the next 8 at most', () => {
    for (const { minesCount, tiles } of boards) {
      expect(minesMultiplierHundredths(minesCount, tiles)).toBeGreaterThanOrEqual(
        minesMultiplierHundredths(minesCount, tiles - 1) - (tiles === 1 ? 1 : 0), // 1 mine, 1 tile: 0.99
      )
    }
    expect(nextMinesMultipliersHundredths(3, 0).slice(0, 3)).toEqual([108, 123, 142])
    expect(nextMinesMultipliersHundredths(3, 0)).toHaveLength(8)
    expect(nextMinesMultipliersHundredths(3, 20)).toEqual([minesMultiplierHundredths(3, 21), 218_500])
    expect(nextMinesMultipliersHundredths(3, 22)).toEqual([])
  })

  it('return close to 95% whenever the player stops', () => {
    const percents = boards.map(({ minesCount, tiles }) => ratioPercent(minesRtp(minesCount, tiles), 3))
    expect([Math.min(...percents), Math.max(...percents)]).toEqual([94.71, 95.297])
  })

  it.each([
    [3, 23],
    [24, 2],
    [3, -1],
    [3, 0.5],
  ])('refuse %d mines with %d tiles', (minesCount, opened) => {
    expect(() => minesMultiplierHundredths(minesCount, opened)).toThrow(RangeError)
    expect(() => minesWinChance(minesCount, opened)).toThrow(RangeError)
  })
})

describe('a game', () => {
  it.each([
    { opened: 0, payoutPaise: 0, gems: 22, risk: 1_200 },
    { opened: 1, payoutPaise: 10_801, gems: 21, risk: 1_250 },
    { opened: 2, payoutPaise: 12_301, gems: 20, risk: 1_304 },
    { opened: 22, payoutPaise: 21_852_185, gems: 0, risk: 10_000 },
  ])('with 3 mines and $opened tiles', ({ opened, payoutPaise, gems, risk }) => {
    expect(minesPayoutPaise({ stakePaise: 10_001, minesCount: 3, opened })).toBe(payoutPaise)
    expect(minesGemsLeft(3, opened)).toBe(gems)
    expect(mineRiskHundredths(3, opened)).toBe(risk)
  })
})

describe('automatic multipliers', () => {
  it.each([
    { minesCount: 3, tiles: 1, hundredths: 108 },
    { minesCount: 3, tiles: 22, hundredths: 9_945 },
    { minesCount: 4, tiles: 1, hundredths: 113 },
    { minesCount: 4, tiles: 21, hundredths: 14_600 },
    { minesCount: 5, tiles: 1, hundredths: 119 },
    { minesCount: 5, tiles: 20, hundredths: 28_147 },
    { minesCount: 3, tiles: 23, hundredths: 0 },
    { minesCount: 24, tiles: 2, hundredths: 0 },
    { minesCount: 10, tiles: 0, hundredths: 100 },
    { minesCount: 1, tiles: 1, hundredths: 102 }, // 1.0208
    { minesCount: 24, tiles: 1, hundredths: 2_450 },
    { minesCount: 20, tiles: 2, hundredths: 2_450 },
    { minesCount: 2, tiles: 5, hundredths: 148 }, // 1.4868: floored
  ])('$minesCount mines, $tiles tiles: $hundredths', ({ minesCount, tiles, hundredths }) => {
    expect(minesAutoMultiplierHundredths(minesCount, tiles)).toBe(hundredths)
  })

  it('follow the manual ones up to the cap of the table', () => {
    for (const { minesCount, tiles } of boards.filter((board) => [3, 4, 5].includes(board.minesCount))) {
      const manual = minesMultiplierHundredths(minesCount, tiles)
      const auto = minesAutoMultiplierHundredths(minesCount, tiles)
      expect(auto === manual || auto === minesAutoMultiplierHundredths(minesCount, 25 - minesCount)).toBe(true)
      expect(auto).toBeLessThanOrEqual(manual)
    }
  })

  it('are elsewhere the floor of the formula, at least 1', () => {
    for (const { minesCount, tiles } of boards.filter((board) => ![3, 4, 5].includes(board.minesCount))) {
      const auto = BigInt(minesAutoMultiplierHundredths(minesCount, tiles))
      const safe = BigInt(25 - minesCount) ** BigInt(tiles)
      const exact = 98n * 25n ** BigInt(tiles)
      expect(auto * safe <= exact && exact < (auto + 1n) * safe && auto >= 100n).toBe(true)
    }
  })

  it('never return more than 98%, and mark exactly what returns under 75%', () => {
    for (const { minesCount, tiles } of boards) {
      const percent = ratioPercent(minesAutoRtp(minesCount, tiles), 6)
      expect(percent).toBeLessThanOrEqual(98)
      expect(minesAutoRtpIsLow(minesCount, tiles)).toBe(percent < 75)
    }
    expect([minesAutoRtpIsLow(3, 3), minesAutoRtpIsLow(3, 22), minesAutoRtpIsLow(1, 24)]).toEqual([false, true, true])
  })

  it('pay floor(stake x multiplier), and nothing can be bet on no tile', () => {
    expect(minesAutoWinPaise({ stakePaise: 333, minesCount: 3, tiles: 3 })).toBe(472)
    expect(() => minesAutoWinPaise({ stakePaise: 333, minesCount: 3, tiles: 0 })).toThrow(RangeError)
    expect(() => minesAutoWinPaise({ stakePaise: 333, minesCount: 3, tiles: 23 })).toThrow(RangeError)
  })
})
