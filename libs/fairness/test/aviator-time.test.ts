import { describe, expect, it } from '@jest/globals'
import { aviatorLongestFlightMs, flightCurve, flightInstantMs, flightMultiplierHundredths } from '../src/index.ts'

/**
 * exp(1/20000) between two bounds in 256-bit fixed point, multiplied millisecond by millisecond, rounding the lower
 * bound down and the upper one up: another computation than the powers of the code, with a proven error.
 */
const bits = 256n
const one = 1n << bits

function stepBounds(): { low: bigint; high: bigint } {
  let [low, high, termLow, termHigh] = [one, one, one, one]
  for (let n = 1n; n <= 30n; n++) {
    termLow = termLow / (20_000n * n)
    termHigh = termHigh / (20_000n * n) + 1n
    low += termLow
    high += termHigh
  }
  return { low, high: high + 1n } // what follows the 30th term is far below one unit
}

describe('every millisecond of the flight', () => {
  const { low: stepLow, high: stepHigh } = stepBounds()
  const certain: number[] = []
  let nearest = one
  let [low, high] = [one, one]
  for (let ms = 0; ms <= aviatorLongestFlightMs; ms++) {
    const [floorLow, floorHigh] = [(100n * low) >> bits, (100n * high) >> bits]
    certain.push(floorLow === floorHigh ? Number(floorLow) : Number.NaN)
    const fraction = (100n * low) & (one - 1n)
    if (ms > 0) nearest = [nearest, fraction, one - fraction].reduce((a, b) => (b < a ? b : a))
    low = (low * stepLow) >> bits
    high = ((high * stepHigh) >> bits) + 1n
  }

  it('has the one true value that the bounds allow', () => {
    const values = certain.map((_, ms) => flightMultiplierHundredths(ms))
    expect(values).toEqual(certain)
  })

  it('is at every whole millisecond what the curve that is drawn comes to, rounded down', () => {
    expect(certain.map((_, ms) => Math.floor(100 * flightCurve(ms)))).toEqual(certain)
    expect(flightCurve(10 ** 9)).toBe(100)
  })

  it('stays further from a whole hundredth than 2^-27, while the code is exact to 2^-120', () => {
    expect(nearest > one >> 27n).toBe(true)
  })

  it('reaches every multiplier at the least millisecond', () => {
    const firsts = new Map<number, number>()
    let reached = 99
    for (const [ms, multiplier] of certain.entries())
      for (; reached < multiplier; reached++) firsts.set(reached + 1, ms)
    expect(firsts.size).toBe(9_901)
    for (const [multiplier, ms] of firsts) expect(flightInstantMs(multiplier)).toBe(ms)
  })
})

it('stays at the cap after the longest flight', () => {
  expect(flightInstantMs(10_000)).toBe(aviatorLongestFlightMs)
  expect(flightMultiplierHundredths(aviatorLongestFlightMs - 1)).toBe(9_999)
  expect([aviatorLongestFlightMs, 10 ** 9].map(flightMultiplierHundredths)).toEqual([10_000, 10_000])
})

it.each([-1, 0.5, Number.NaN, Infinity])('refuses the time %d', (ms) => {
  expect(() => flightMultiplierHundredths(ms)).toThrow(RangeError)
})

it.each([99, 10_001, 100.5])('refuses the multiplier %d', (hundredths) => {
  expect(() => flightInstantMs(hundredths)).toThrow(RangeError)
})
