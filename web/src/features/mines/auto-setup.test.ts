import { describe, expect, it } from '@jest/globals'
import { paise } from '@kismet/contracts'
import fc from 'fast-check'
import type { AutoStatus } from './auto-api.ts'
import {
  autoTextsAtFirst,
  betText,
  boundaryOf,
  mostTiles,
  previewOf,
  randomTiles,
  settingsOf,
  startProblem,
  stopAfterOf,
  textsOf,
} from './auto-setup.ts'

const rupees = (amount: number) => paise(amount * 100)
const sound = {
  betAmount: rupees(100),
  minesCount: 3,
  selectedTiles: [1, 2, 3],
  tilesToReveal: 3,
  stopAfterBets: null,
  stopOnProfit: rupees(2_000),
  stopOnLoss: rupees(500),
}

describe('the start of Mines auto', () => {
  // Each row has all the faults of those below it, too: the order of the spec.
  const lower = { ...sound, stopOnLoss: rupees(1_001) }
  const upper = { ...lower, stopOnProfit: rupees(999) }
  const tooMuch = { ...upper, betAmount: rupees(1_001) }
  const noBet = { ...tooMuch, betAmount: rupees(0) }
  it.each([
    ['no tile is picked', { ...noBet, selectedTiles: [] }, 'Please select tiles before starting auto mode'],
    ['there is no bet', noBet, 'Please enter a valid bet amount'],
    ['the bet is above the balance', tooMuch, 'Insufficient balance for this bet'],
    ['the upper boundary is below it', upper, /^Invalid Upper Balance Boundary/],
    ['the lower boundary is above it', lower, /^Invalid Lower Balance Boundary/],
    ['there are more tiles than gems', { ...sound, minesCount: 23 }, 'Cannot select more than 2 tiles'],
    ['nothing is wrong', sound, null],
    ['the boundaries are the balance', { ...sound, stopOnProfit: rupees(1_000), stopOnLoss: rupees(1_000) }, null],
    ['there are no boundaries', { ...sound, stopOnProfit: null, stopOnLoss: null }, null],
  ])('when %s', (_, settings, problem) => {
    const found = startProblem(settings, 100_000)
    if (problem instanceof RegExp) expect(found).toMatch(problem)
    else expect(found).toBe(problem)
  })

  const rare = { minesCount: 24, selectedTiles: [1], betAmount: rupees(100_000), stopOnProfit: null }
  it('is refused where a game could win more than the most', () =>
    expect(startProblem({ ...sound, ...rare }, 10 ** 9)).toMatch(/maximum/))
})

describe('the fields', () => {
  it.each([
    ['007', '7'],
    ['1,000', '1000'],
    ['-5', '5'],
    ['', ''],
    ['0', '0'],
    ['12.5', '12'],
    ['500.00', '500'],
  ])('take %j for a bet as %j', (typed, text) => expect(betText(typed)).toBe(text))

  it.each([
    ['', null],
    ['0', 0],
    ['1,000.50', 100_050],
    ['-1', undefined],
    ['all', undefined],
    ['99999999999', undefined],
  ])('take %j as the boundary %p', (text, amount) => expect(boundaryOf(text)).toBe(amount))

  it.each([
    ['', null],
    ['1', 1],
    ['0', undefined],
    ['1.5', undefined],
    ['1000001', undefined],
  ])('take %j as %p bets', (text, bets) => expect(stopAfterOf(text)).toBe(bets))

  it('say nothing while one of them is none', () => {
    for (const none of [{ upper: 'x' }, { mines: '' }, { mines: '0' }, { mines: '25' }, { mines: '2.5' }])
      expect(settingsOf({ ...autoTextsAtFirst, ...none })).toBeUndefined()
    expect(settingsOf({ ...autoTextsAtFirst, tiles: [4], lower: '10' })).toMatchObject({
      betAmount: 10_000,
      minesCount: 3,
      selectedTiles: [4],
      stopOnLoss: 1_000,
      stopOnProfit: null,
      stopAfterBets: null,
    })
  })
})

it('what the server has stands in the fields as amounts are written', () => {
  const served = { ...sound, stopOnProfit: rupees(14_000), stopOnLoss: rupees(11_500.5) } as AutoStatus
  expect(textsOf(served)).toMatchObject({ upper: '14,000', lower: '11,500.50' })
})

describe('a selection', () => {
  it.each([
    [3, 5, { multiplier: 1.92, winPaise: 19_200, chancePercent: 49.57, rtpPercent: 95.17, isLow: false }],
    [3, 1, { multiplier: 1.08, winPaise: 10_800, chancePercent: 88, rtpPercent: 95.04, isLow: false }],
    [3, 0, null],
    [24, 2, null],
  ])('beside %d mines of %d tiles has the preview %j', (minesCount, tiles, preview) =>
    expect(previewOf(minesCount, tiles, 10_000)).toEqual(preview),
  )

  it('that returns less than 75% is marked', () => expect(previewOf(10, 8, 10_000)?.isLow).toBe(true))

  it('by chance has up to 5 different tiles, as many as the mines leave', () =>
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 24 }), fc.uint8Array({ minLength: 50, maxLength: 50 }), (mines, bytes) => {
        const picked = randomTiles(mines, () => bytes)
        expect(picked).toHaveLength(Math.min(5, mostTiles(mines)))
        expect(new Set(picked).size).toBe(picked.length)
        expect(picked.every((tile) => tile >= 0 && tile < 25)).toBe(true)
      }),
    ))
})
