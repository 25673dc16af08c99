import { describe, expect, it } from '@jest/globals'
import { limits } from '@kismet/contracts'
import {
  drawMines,
  minesAutoMultiplierHundredths,
  minesCountMax,
  minesMultiplierHundredths,
  minesTiles,
} from '@kismet/fairness'
import fc from 'fast-check'
import { minesAutoRules } from './mines-auto.ts'
import { minesRules } from './mines.ts'

const seeds = { serverSeed: '0'.repeat(64), clientSeed: 'player-0123456789abcdef', nonce: 1 }
const mines = drawMines(seeds, 3)
const gems = Array.from({ length: minesTiles }, (_, tile) => tile).filter((tile) => !mines.includes(tile))
const course = (steps: readonly number[], stakePaise = 10_000) => ({
  seeds,
  stakePaise,
  params: { minesCount: 3 },
  steps,
})

it('has the board of the maths in its limits', () => {
  expect(limits.mines).toMatchObject({ tiles: minesTiles, countMax: minesCountMax })
})

describe('a game by hand', () => {
  it.each([
    { what: 'nothing open', steps: [], end: undefined },
    { what: 'a gem', steps: gems.slice(0, 1), end: undefined },
    { what: 'all gems but one', steps: gems.slice(0, 21), end: undefined },
    { what: 'all gems', steps: gems, end: 21_850_000 },
    { what: 'a mine', steps: [...gems.slice(0, 4), mines[0] ?? 0], end: 0 },
    { what: 'a mine first', steps: [mines[1] ?? 0], end: 0 },
  ])('with $what: $end', ({ steps, end }) => {
    expect(minesRules.endOf(course(steps))?.payoutPaise).toBe(end)
  })

  it('ends by itself before a multiplier that would pass the maximum win, and never after one', () => {
    for (let minesCount = 1; minesCount <= 24; minesCount += 1)
      for (const stakePaise of [100, 9_999, 1_000_000, 10_000_000]) {
        const params = { minesCount }
        if (minesRules.leastWinPaise(stakePaise, params) > limits.maxWinPaise) continue
        const mined = drawMines(seeds, minesCount)
        const safe = Array.from({ length: minesTiles }, (_, tile) => tile).filter((tile) => !mined.includes(tile))
        const steps: number[] = []
        let end
        while (end === undefined) {
          steps.push(safe[steps.length] ?? -1)
          end = minesRules.endOf({ seeds, stakePaise, params, steps })
        }
        expect(end.payoutPaise).toBeLessThanOrEqual(limits.maxWinPaise)
        const next = minesCount + steps.length < 25 ? minesMultiplierHundredths(minesCount, steps.length + 1) : Infinity
        expect((stakePaise * next) / 100).toBeGreaterThan(limits.maxWinPaise)
      }
  })

  it('pays what its multiplier says when it is taken, its stake when it is given back, and nothing with nothing open', () => {
    expect(minesRules.takenOf(course(gems.slice(0, 2)))).toMatchObject({ payoutPaise: 12_300, multiplierUnits: 12_300 })
    expect(minesRules.takenOf(course([]))).toBeUndefined()
    expect(minesRules.refundOf(course([]))).toMatchObject({ payoutPaise: 10_000, multiplierUnits: 10_000 })
  })
})

describe('an automatic game', () => {
  const run = { id: '0190a000-0000-7400-b000-000000000000', betsPlayed: 0, wins: 0, totalProfitPaise: 0 }

  it('opens its tiles in their order up to the first mine, and pays what its preview shows or nothing', () => {
    const game = fc.integer({ min: 1, max: 24 }).chain((minesCount) =>
      fc.record({
        minesCount: fc.constant(minesCount),
        tiles: fc.uniqueArray(fc.nat(24), { minLength: 1, maxLength: 25 - minesCount }),
        nonce: fc.integer({ min: 1, max: 1_000_000 }),
        stakeRupees: fc.integer({ min: 1, max: 100_000 }),
      }),
    )
    fc.assert(
      fc.property(game, ({ minesCount, tiles, nonce, stakeRupees }) => {
        const mined = drawMines({ ...seeds, nonce }, minesCount)
        const params = { minesCount, tiles, run }
        const settled = minesAutoRules.settle({ ...seeds, nonce }, stakeRupees * 100, params)
        const hit = tiles.findIndex((tile) => mined.includes(tile))
        expect(settled.outcome.minePositions).toEqual(mined)
        expect(settled.outcome.revealedTiles).toEqual(hit < 0 ? tiles : tiles.slice(0, hit + 1))
        const pays = stakeRupees * minesAutoMultiplierHundredths(minesCount, tiles.length)
        expect(settled.payoutPaise).toBe(hit < 0 ? pays : 0)
        expect(minesAutoRules.topWinPaise(stakeRupees * 100, params)).toBe(pays)
      }),
    )
  })
})
