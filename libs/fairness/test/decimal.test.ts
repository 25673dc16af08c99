import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import {
  floorPayoutPaise,
  fromHundredths,
  fromTenThousandths,
  hundredthsOrNull,
  hundredthsText,
  ratio,
  ratioPercent,
  toHundredths,
} from '../src/index.ts'

describe('hundredths', () => {
  it('come back unchanged from the wire', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 13 }), (hundredths) => {
        const wire: unknown = JSON.parse(JSON.stringify(fromHundredths(hundredths)))
        expect(wire).toBe(fromHundredths(hundredths))
        expect(toHundredths(fromHundredths(hundredths))).toBe(hundredths)
      }),
    )
  })

  it.each([0.001, 1.005, -0.01, Number.NaN, Infinity, 1e300, 0.1 + 0.2 + 1e-10])('refuse %d', (value) => {
    expect(hundredthsOrNull(value)).toBeNull()
    expect(() => toHundredths(value)).toThrow(RangeError)
  })

  it('are shown with two decimals', () => {
    expect([100, 347, 10_000].map(hundredthsText)).toEqual(['1.00', '3.47', '100.00'])
    expect(fromTenThousandths(19_800)).toBe(1.98)
  })
})

describe('payouts', () => {
  it('are floor(stake x multiplier) on exact integers', () => {
    const paise = fc.integer({ min: 1, max: 100_000_000 })
    fc.assert(
      fc.property(paise, fc.integer({ min: 0, max: 500_000_000 }), (stakePaise, units) => {
        expect(BigInt(floorPayoutPaise(stakePaise, units, 100))).toBe((BigInt(stakePaise) * BigInt(units)) / 100n)
      }),
    )
  })

  it.each([
    [101, 150, 151], // 1.515 rupees
    [1, 99, 0],
    [333, 100, 333],
  ])('%i paise at %i hundredths pay %i', (stakePaise, units, payoutPaise) => {
    expect(floorPayoutPaise(stakePaise, units, 100)).toBe(payoutPaise)
  })

  it.each([
    [0, 100],
    [-1, 100],
    [1.5, 100],
    [Number.NaN, 100],
    [100, -1],
    [100, 0.5],
    [Number.MAX_SAFE_INTEGER, 200],
  ])('refuse a stake of %d at %d', (stakePaise, units) => {
    expect(() => floorPayoutPaise(stakePaise, units, 100)).toThrow(RangeError)
  })
})

describe('ratios', () => {
  it('are in lowest terms and round an exact half up', () => {
    expect(ratio(6n, 8n)).toEqual({ numerator: 3n, denominator: 4n })
    expect(ratioPercent(ratio(1n, 800n), 2)).toBe(0.13)
    expect(ratioPercent(ratio(32n, 33n))).toBe(96.97)
    expect(ratioPercent(ratio(0n, 5n))).toBe(0)
  })

  it.each([
    [-1n, 1n],
    [1n, 0n],
    [1n, -1n],
  ])('refuse %s/%s', (numerator, denominator) => {
    expect(() => ratio(numerator, denominator)).toThrow(RangeError)
  })
})
