import { describe, expect, it } from '@jest/globals'
import {
  ratio,
  slotsLine,
  slotsOutcome,
  slotsRtp,
  slotsStops,
  slotsSymbolAt,
  slotsTopWinPaise,
  type SlotsReels,
} from '../src/index.ts'

const stops = Array.from({ length: 32 }, (_, stop) => stop)

it('has 32 stops a reel, as many of each symbol as published', () => {
  const names = stops.map(slotsSymbolAt)
  const runs = Object.entries(slotsStops).flatMap(([symbol, count]) => Array<string>(count).fill(symbol))
  expect(names).toEqual(runs)
  expect(runs).toHaveLength(32)
})

it.each([-1, 32, 1.5, Number.NaN])('has no stop %d', (stop) => {
  expect(() => slotsSymbolAt(stop)).toThrow(RangeError)
})

it('returns exactly 7537/8192 over all 32,768 triples', () => {
  let hundredths = 0n
  let wins = 0
  for (const a of stops)
    for (const b of stops)
      for (const c of stops) {
        const { multiplierHundredths } = slotsLine([slotsSymbolAt(a), slotsSymbolAt(b), slotsSymbolAt(c)])
        hundredths += BigInt(multiplierHundredths)
        if (multiplierHundredths > 0) wins++
      }
  expect(ratio(hundredths, 100n * 32n ** 3n)).toEqual(slotsRtp)
  expect(slotsRtp).toEqual({ numerator: 7_537n, denominator: 8_192n })
  expect(wins).toBe(1 + 27 + 64 + 216 + 512 + 1_000 + 16_236)
})

describe('lines', () => {
  const rows: readonly { reels: SlotsReels; winType: string; result: string; multiplierHundredths: number }[] = [
    { reels: ['seven', 'seven', 'seven'], winType: 'triple', result: 'jackpot', multiplierHundredths: 2_000 },
    { reels: ['diamond', 'diamond', 'diamond'], winType: 'triple', result: 'big win', multiplierHundredths: 1_000 },
    { reels: ['bell', 'bell', 'bell'], winType: 'triple', result: 'win', multiplierHundredths: 500 },
    { reels: ['cherry', 'cherry', 'cherry'], winType: 'triple', result: 'win', multiplierHundredths: 300 },
    { reels: ['lemon', 'lemon', 'lemon'], winType: 'triple', result: 'win', multiplierHundredths: 300 },
    { reels: ['tiger', 'tiger', 'tiger'], winType: 'triple', result: 'win', multiplierHundredths: 300 },
    { reels: ['seven', 'seven', 'bell'], winType: 'pair', result: 'win', multiplierHundredths: 150 },
    { reels: ['bell', 'seven', 'seven'], winType: 'pair', result: 'win', multiplierHundredths: 150 },
    { reels: ['seven', 'bell', 'seven'], winType: 'pair', result: 'win', multiplierHundredths: 150 },
    { reels: ['seven', 'bell', 'tiger'], winType: 'none', result: 'loss', multiplierHundredths: 0 },
  ]
  it.each(rows)('$reels', ({ reels, ...line }) => {
    expect(slotsLine(reels)).toEqual(line)
  })
})

it.each([
  { reels: ['lemon', 'tiger', 'lemon'] as const, stakePaise: 10_001, payoutPaise: 15_001, netGainPaise: 5_000 },
  { reels: ['lemon', 'tiger', 'bell'] as const, stakePaise: 10_001, payoutPaise: 0, netGainPaise: -10_001 },
  {
    reels: ['seven', 'seven', 'seven'] as const,
    stakePaise: 5_000_000,
    payoutPaise: 100_000_000,
    netGainPaise: 95_000_000,
  },
])('pays $payoutPaise for $reels', ({ reels, stakePaise, payoutPaise, netGainPaise }) => {
  expect(slotsOutcome({ reels, stakePaise })).toMatchObject({ payoutPaise, netGainPaise })
  expect(payoutPaise).toBeLessThanOrEqual(slotsTopWinPaise(stakePaise))
})
