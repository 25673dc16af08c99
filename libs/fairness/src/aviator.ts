import { bytesToHex } from '@noble/hashes/utils.js'
import { requireInteger } from './decimal.ts'
import { hmacBlock } from './hmac-stream.ts'
import { ratio, type Ratio } from './ratio.ts'
import { requireSeeds, type Seeds } from './seeds.ts'

/** The published house edge of a round: 1 / divisor. */
export const volatilityDivisors = { mild: 50, normal: 33, hard: 20 } as const
export type VolatilityMode = keyof typeof volatilityDivisors

/** Crash points and multipliers go from 1.00 to 100.00. */
export const aviatorLowestHundredths = 100
export const aviatorHighestHundredths = 10_000
/** The lowest automatic target, 1.01. */
export const aviatorLowestTargetHundredths = 101

/** 100 * 2^52 - 1: what the number of a round divides (spec 5.12). */
const crashNumerator = 100n * 2n ** 52n - 1n

/** The modes by name: `isVolatilityMode('mild')`. */
export const isVolatilityMode = (text: string): text is VolatilityMode => Object.hasOwn(volatilityDivisors, text)

/** h of a round: the first 13 hex characters (52 bits) of HMAC-SHA256(serverSeed, `clientSeed:nonce`). */
export function crashNumber(seeds: Seeds): bigint {
  requireSeeds(seeds)
  return BigInt(`0x${bytesToHex(hmacBlock(seeds, 0)).slice(0, 13)}`)
}

/** The crash point of h in hundredths, 100 to 10000, on exact integers: doubles are wrong from h = 2^46 on. */
export function crashPointOfNumber(h: bigint, divisor: number): number {
  requireDivisor(divisor)
  if (h < 0n || h >= 2n ** 52n) throw new RangeError('h must have at most 52 bits')
  if (h % BigInt(divisor) === 0n) return aviatorLowestHundredths
  const raw = crashNumerator / h
  if (raw > BigInt(aviatorHighestHundredths)) return aviatorHighestHundredths
  return Math.max(Number(raw), aviatorLowestHundredths)
}

/** The crash point of a round in hundredths (spec 5.12; the divisor is the round's published one). */
export function crashPointHundredths(seeds: Seeds, divisor: number): number {
  return crashPointOfNumber(crashNumber(seeds), divisor)
}

/**
 * The check of spec 5.12 for a claimed multiplier: less than 0.01 from the true multiplier, exactly 1 for an instant
 * bust. It compares with the neighbouring hundredths, because 3.48 - 3.47 is under 0.01 in doubles.
 */
export function claimedMultiplierIsValid(seeds: Seeds, divisor: number, claimedMultiplier: number): boolean {
  const h = crashNumber(seeds)
  if (h % BigInt(divisor) === 0n) return claimedMultiplier === 1
  const expected = crashPointOfNumber(h, divisor)
  return claimedMultiplier > (expected - 1) / 100 && claimedMultiplier < (expected + 1) / 100
}

/** The exact chance that a round reaches a multiplier (101 to 10000 hundredths), over all 2^52 values of h. */
export function chanceToReach(divisor: number, multiplierHundredths: number): Ratio {
  requireDivisor(divisor)
  requireInteger('multiplierHundredths', multiplierHundredths, aviatorLowestTargetHundredths, aviatorHighestHundredths)
  const highest = crashNumerator / BigInt(multiplierHundredths)
  return ratio(highest - highest / BigInt(divisor), 2n ** 52n)
}

/** The exact share of rounds that crash at 1.00x. More than 1 / divisor: the numbers below 1.01 end there too. */
export function chanceToCrashAtOnce(mode: VolatilityMode): Ratio {
  const { numerator, denominator } = chanceToReach(volatilityDivisors[mode], aviatorLowestTargetHundredths)
  return ratio(denominator - numerator, denominator)
}

/** The exact return of an automatic target in hundredths, 101 to 10000. */
export function aviatorRtp(mode: VolatilityMode, targetHundredths: number): Ratio {
  const { numerator, denominator } = chanceToReach(volatilityDivisors[mode], targetHundredths)
  return ratio(BigInt(targetHundredths) * numerator, 100n * denominator)
}

function requireDivisor(divisor: number): void {
  requireInteger('divisor', divisor, 2, 1_000_000)
}
