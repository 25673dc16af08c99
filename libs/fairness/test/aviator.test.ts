import { createHmac } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import {
  aviatorRtp,
  chanceToCrashAtOnce,
  chanceToReach,
  claimedMultiplierIsValid,
  crashNumber,
  crashPointHundredths,
  crashPointOfNumber,
  isVolatilityMode,
  ratioPercent,
  volatilityDivisors,
  type VolatilityMode,
} from '../src/index.ts'
import { seedsOf, vectors } from './vectors.ts'

const modes: readonly VolatilityMode[] = ['mild', 'normal', 'hard']
const divisors = Object.values(volatilityDivisors)
const anyH = fc.oneof(
  fc.bigInt({ min: 0n, max: 2n ** 52n - 1n }),
  fc.bigInt({ min: 0n, max: 2n ** 46n }),
  fc.bigInt({ min: 0n, max: 2n ** 20n }),
)

describe('the number of a round', () => {
  it('is the first 13 hex characters of the HMAC', () => {
    const seeds = seedsOf(48_213)
    const hex = createHmac('sha256', seeds.serverSeed).update(`${seeds.clientSeed}:48213`).digest('hex')
    expect(crashNumber(seeds)).toBe(BigInt(Number.parseInt(hex.slice(0, 13), 16)))
  })
})

describe('the crash point', () => {
  it.each([
    { name: 'h = 0 is an instant bust', h: 0n, divisor: 33, crash: 100 },
    { name: 'h = 1 is capped', h: 1n, divisor: 33, crash: 10_000 },
    { name: 'a multiple of the divisor is an instant bust', h: 33n * 1_000n, divisor: 33, crash: 100 },
    { name: 'the highest h', h: 2n ** 52n - 1n, divisor: 33, crash: 100 },
    { name: 'the last h at the cap', h: (100n * 2n ** 52n - 1n) / 10_000n, divisor: 33, crash: 10_000 },
    { name: 'the first h under the cap', h: (100n * 2n ** 52n - 1n) / 10_000n + 1n, divisor: 33, crash: 9_999 },
    { name: 'half of the range', h: 2n ** 51n, divisor: 33, crash: 199 },
    { name: 'one less than half', h: 2n ** 51n - 1n, divisor: 33, crash: 200 },
  ])('$name', ({ h, divisor, crash }) => {
    expect(crashPointOfNumber(h, divisor)).toBe(crash)
  })

  it('is the exact quotient, clamped from 1 to 100', () => {
    fc.assert(
      fc.property(anyH, fc.constantFrom(...divisors), (h, divisor) => {
        const crash = crashPointOfNumber(h, divisor)
        if (h % BigInt(divisor) === 0n) expect(crash).toBe(100)
        else if (crash < 10_000) {
          expect(BigInt(crash) * h <= 100n * 2n ** 52n - 1n && 100n * 2n ** 52n - 1n < BigInt(crash + 1) * h).toBe(true)
        } else expect(10_000n * h <= 100n * 2n ** 52n - 1n).toBe(true)
      }),
      { numRuns: 1_000 },
    )
  })

  it.each([
    [-1n, 33],
    [2n ** 52n, 33],
    [1n, 0],
    [1n, 1],
    [1n, 2.5],
  ])('refuses h = %s with divisor %d', (h, divisor) => {
    expect(() => crashPointOfNumber(h, divisor)).toThrow(RangeError)
  })

  it('busts about 1 round in 33 (fixed seeds)', () => {
    let busts = 0
    for (let round = 1; round <= 10_000; round++) if (crashNumber(seedsOf(round)) % 33n === 0n) busts++
    expect(Math.abs(busts - 303)).toBeLessThan(57) // 3.3 standard deviations
  })
})

describe('the check of a claimed multiplier', () => {
  const row = vectors.aviator.find(({ crashPoint }) => crashPoint === 2.43)
  const bust = vectors.aviator.find(({ nonce }) => nonce === 91)
  if (row === undefined || bust === undefined) throw new Error('the vectors are missing')

  it.each([
    { seeds: row, claimed: 2.43, valid: true },
    { seeds: row, claimed: 2.435, valid: true },
    { seeds: row, claimed: 2.44, valid: false },
    { seeds: row, claimed: 2.42, valid: false },
    { seeds: row, claimed: Number.NaN, valid: false },
    { seeds: bust, claimed: 1, valid: true },
    { seeds: bust, claimed: 1.005, valid: false },
    { seeds: bust, claimed: 0.999, valid: false },
  ])('$claimed: $valid', ({ seeds, claimed, valid }) => {
    expect(claimedMultiplierIsValid(seeds, 33, claimed)).toBe(valid)
  })

  it('takes each crash point and neither of its neighbours', () => {
    for (let round = 1; round <= 500; round++) {
      const crash = crashPointHundredths(seedsOf(round), 33)
      expect(claimedMultiplierIsValid(seedsOf(round), 33, crash / 100)).toBe(true)
      expect(claimedMultiplierIsValid(seedsOf(round), 33, (crash + 1) / 100)).toBe(false)
      expect(claimedMultiplierIsValid(seedsOf(round), 33, (crash - 1) / 100)).toBe(false)
    }
  })
})

describe('returns', () => {
  it.each([
    { mode: 'mild', percent: 98, oneInAHundredths: 2.97 },
    { mode: 'normal', percent: 96.97, oneInAHundredths: 3.99 },
    { mode: 'hard', percent: 95, oneInAHundredths: 5.941 },
  ] as const)('$mode returns $percent% at every automatic target', ({ mode, percent, oneInAHundredths }) => {
    for (let target = 101; target <= 10_000; target++) expect(ratioPercent(aviatorRtp(mode, target))).toBe(percent)
    const reached = ratioPercent(chanceToReach(volatilityDivisors[mode], 101), 3)
    expect(100 - reached).toBeCloseTo(oneInAHundredths, 6)
  })

  it.each([
    { mode: 'mild', oneIn: 34, divisor: 50 },
    { mode: 'normal', oneIn: 25, divisor: 33 },
    { mode: 'hard', oneIn: 17, divisor: 20 },
  ] as const)('end about 1 $mode round in $oneIn at 1.00x, more than 1 in $divisor', ({ mode, oneIn, divisor }) => {
    const { numerator, denominator } = chanceToCrashAtOnce(mode)
    expect(Math.round(Number(denominator) / Number(numerator))).toBe(oneIn)
    const rounds = 10_000
    let crashes = 0
    for (let round = 1; round <= rounds; round++) if (crashPointHundredths(seedsOf(round), divisor) === 100) crashes++
    expect(Math.abs(crashes - rounds / oneIn)).toBeLessThan(3.3 * Math.sqrt(rounds / oneIn)) // 3.3 standard deviations
    expect(crashes).toBeGreaterThan(rounds / divisor)
  })

  it('count the rounds that reach a multiplier exactly', () => {
    fc.assert(
      fc.property(fc.integer({ min: 101, max: 10_000 }), fc.constantFrom(...divisors), (target, divisor) => {
        const last = (100n * 2n ** 52n - 1n) / BigInt(target)
        const reaches = (h: bigint): boolean => crashPointOfNumber(h, divisor) >= target
        const below = [0n, 1n, 2n, 3n].map((step) => last - step).filter((h) => h % BigInt(divisor) !== 0n)
        expect(below.length > 0 && below.every(reaches)).toBe(true)
        expect([1n, 2n, 3n].map((step) => last + step).some(reaches)).toBe(false)
        const { numerator, denominator } = chanceToReach(divisor, target)
        expect((numerator * 2n ** 52n) / denominator).toBe(last - last / BigInt(divisor))
      }),
    )
  })

  it('are asked for published modes and possible targets only', () => {
    expect(modes.every(isVolatilityMode)).toBe(true)
    expect(['', 'toString', 'Normal'].some(isVolatilityMode)).toBe(false)
    for (const target of [100, 10_001, 150.5]) expect(() => aviatorRtp('normal', target)).toThrow(RangeError)
  })
})
