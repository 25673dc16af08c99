import { describe, expect, it } from '@jest/globals'
import { limits } from '@kismet/contracts'
import { slotsLine, slotsSymbolAt, slotsStopsPerReel } from '@kismet/fairness'
import fc from 'fast-check'
import { slots, slotsRules as rules } from './slots.ts'

const seed = (first: string) => ({ serverSeed: first.repeat(64), clientSeed: 'player-0123456789abcdef', nonce: 1 })

describe('a play of Slots', () => {
  it('pays what its reels are worth, rounded down to the paisa, and nothing but the seeds decides them', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 10_000, max: 5_000_000 }),
        fc.integer({ min: 1, max: 1_000_000 }),
        (stakePaise, nonce) => {
          const play = { ...seed('a'), nonce }
          const settled = rules.settle(play, stakePaise, {})
          const { multiplierHundredths } = slotsLine(slots.outcome.parse(settled.outcome).reels)
          expect(settled.multiplierUnits).toBe(multiplierHundredths * 100)
          expect(settled.payoutPaise).toBe(Math.floor((stakePaise * multiplierHundredths) / 100))
          expect(settled.payoutPaise).toBeLessThanOrEqual(rules.topWinPaise(stakePaise, {}))
          expect(rules.settle(play, 10_000, {}).outcome).toEqual(settled.outcome)
        },
      ),
    )
  })

  it('returns exactly 7537/8192: all triples of stops, counted', () => {
    const stops = Array.from({ length: slotsStopsPerReel }, (_, stop) => slotsSymbolAt(stop))
    let hundredths = 0n
    for (const first of stops)
      for (const second of stops)
        for (const third of stops) hundredths += BigInt(slotsLine([first, second, third]).multiplierHundredths)
    const { numerator, denominator } = rules.rtp({})
    expect([numerator, denominator]).toEqual([7_537n, 8_192n])
    expect(hundredths * denominator).toBe(numerator * 100n * BigInt(slotsStopsPerReel) ** 3n)
  })

  it('cannot pass the maximum win at any stake that is taken', () => {
    expect(rules.topWinPaise(limits.slots.maxRupees * 100, {})).toBe(limits.maxWinPaise)
  })
})
