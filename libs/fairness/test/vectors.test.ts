import { describe, expect, it } from '@jest/globals'
import {
  crashPointHundredths,
  drawDice,
  drawMines,
  drawReels,
  flightInstantMs,
  flightMultiplierHundredths,
  fromHundredths,
  hashSeed,
  isVolatilityMode,
  mathsVersion,
  minesMultiplierHundredths,
  roundClientSeed,
  serverSeedHash,
  slotsLine,
  volatilityDivisors,
} from '../src/index.ts'
import { vectors } from './vectors.ts'

it('has vectors of its own version and of every kind', () => {
  const { version, ...kinds } = vectors
  expect(version).toBe(mathsVersion)
  const { aviatorChain, ...lists } = kinds
  expect(Object.values({ ...lists, rounds: aviatorChain.rounds }).map((list) => list.length)).toEqual([
    13, 7, 12, 13, 30, 13, 8,
  ])
})

describe('plays', () => {
  it.each(vectors.dice)('dice, nonce $nonce rolls $roll', (row) => {
    expect(serverSeedHash(row.serverSeed)).toBe(row.serverSeedHash)
    expect(fromHundredths(drawDice(row))).toBe(row.roll)
  })

  it.each(vectors.slots)('slots, nonce $nonce stops at $reels', (row) => {
    const reels = drawReels(row)
    expect(reels).toEqual(row.reels)
    expect(fromHundredths(slotsLine(reels).multiplierHundredths)).toBe(row.multiplier)
  })

  it.each(vectors.mines)('$minesCount mines, nonce $nonce', (row) => {
    expect(drawMines(row, row.minesCount)).toEqual(row.minePositions)
  })

  it.each(vectors.aviator)('aviator, round $nonce crashes at $crashPoint ($kind)', (row) => {
    expect(fromHundredths(crashPointHundredths(row, row.divisor))).toBe(row.crashPoint)
  })
})

describe('multipliers', () => {
  it.each(vectors.minesMultipliers)('$minesCount mines, $tiles tiles: $multiplier', (row) => {
    expect(fromHundredths(minesMultiplierHundredths(row.minesCount, row.tiles))).toBe(row.multiplier)
  })

  it.each(vectors.aviatorTime)('at $ms ms the flight is at $multiplier', ({ ms, multiplier }) => {
    expect(fromHundredths(flightMultiplierHundredths(ms))).toBe(multiplier)
  })

  it.each([
    [199, 200, 101],
    [13_862, 13_863, 200],
    [92_103, 92_104, 10_000],
  ])('is still below at %i ms and there at %i ms', (before, at, multiplier) => {
    expect(flightInstantMs(multiplier)).toBe(at)
    expect(flightMultiplierHundredths(before)).toBeLessThan(multiplier)
  })
})

describe('the chain of Aviator', () => {
  const { chainEnd, salt, rounds } = vectors.aviatorChain

  it.each(rounds)('round $roundNumber', (round) => {
    expect(serverSeedHash(round.serverSeed)).toBe(round.fairnessHash)
    expect(hashSeed(round.serverSeed, round.roundNumber)).toBe(chainEnd)
    expect(roundClientSeed(salt, round.clientSeeds)).toBe(round.clientSeed)
    const seeds = { serverSeed: round.serverSeed, clientSeed: round.clientSeed, nonce: round.roundNumber }
    for (const [mode, crashPoint] of Object.entries(round.crashPoint)) {
      if (!isVolatilityMode(mode)) throw new Error(mode)
      expect(fromHundredths(crashPointHundredths(seeds, volatilityDivisors[mode]))).toBe(crashPoint)
    }
  })

  it('reveals with each seed the hash of the next round', () => {
    rounds.slice(1).forEach((round, before) => expect(round.fairnessHash).toBe(rounds[before]?.serverSeed))
  })
})
