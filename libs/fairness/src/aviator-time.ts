import { aviatorHighestHundredths, aviatorLowestHundredths } from './aviator.ts'
import { requireInteger } from './decimal.ts'

/**
 * The flight: m(t) = floor(100 * exp(0.00005 t)) / 100, t in whole milliseconds from take-off, capped at 100.
 *
 * `Math.exp` may differ between JavaScript engines in its last bits, and one bit can move a hundredth to the next
 * millisecond. So exp is computed in 160-bit fixed point with BigInt, which every engine does alike:
 * exp(t / 20000) is the product of exp(2^i / 20000) over the bits i of t, and those 17 powers come from one Taylor
 * series and repeated squaring. All steps round down, so the result is at or below the true value by less than
 * 2^-120; no t of the flight comes nearer than 2^-27 to a whole hundredth (a test goes through all of them with a
 * second, independent computation).
 */
const fractionBits = 160n
const one = 1n << fractionBits
const bitsOfTime = 17
/** The flight grows by the factor e in so many ms. */
const growthMs = 20_000

/** The first millisecond at 100.00x, where the flight ends. */
export const aviatorLongestFlightMs = 92_104

let powers: readonly bigint[] | undefined

/**
 * The curve itself, neither rounded nor in whole milliseconds, for who draws it sixty times a second: floor(100 x it) is m(t) at every whole t, as none comes nearer to a whole hundredth than a double is
 * exact. Money is never counted with it.
 */
export function flightCurve(elapsedMs: number): number {
  return elapsedMs >= aviatorLongestFlightMs ? 100 : Math.exp(elapsedMs * 0.00005)
}

/** m(t) in hundredths, 100 to 10000. Throws RangeError for a time that is not a whole number of ms from 0. */
export function flightMultiplierHundredths(elapsedMs: number): number {
  requireInteger('elapsedMs', elapsedMs, 0, Number.MAX_SAFE_INTEGER)
  if (elapsedMs >= aviatorLongestFlightMs) return aviatorHighestHundredths
  powers ??= growthPowers()
  let growth = one
  for (const [bit, power] of powers.entries()) {
    if (((elapsedMs >> bit) & 1) === 1) growth = (growth * power) >> fractionBits
  }
  return Number((growth * 100n) >> fractionBits)
}

/**
 * The least t with m(t) >= the multiplier (100 to 10000 hundredths): when an automatic target is reached, and the
 * crash instant of a crash point. 1.00 is take-off itself.
 */
export function flightInstantMs(multiplierHundredths: number): number {
  requireInteger('multiplierHundredths', multiplierHundredths, aviatorLowestHundredths, aviatorHighestHundredths)
  // The logarithm is within a millisecond of it; what it is exactly, m(t) decides. A round takes thousands of targets up at one moment.
  let ms = Math.ceil(growthMs * Math.log(multiplierHundredths / 100))
  while (flightMultiplierHundredths(ms) < multiplierHundredths) ms += 1
  while (ms > 0 && flightMultiplierHundredths(ms - 1) >= multiplierHundredths) ms -= 1
  return ms
}

function growthPowers(): bigint[] {
  let term = one
  let power = one
  for (let n = 1n; term > 0n; n++) {
    term /= 20_000n * n
    power += term
  }
  const result: bigint[] = []
  for (let bit = 0; bit < bitsOfTime; bit++) {
    result.push(power)
    power = (power * power) >> fractionBits
  }
  return result
}
