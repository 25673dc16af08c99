/** An exact fraction, never negative. Chances and returns are ratios, so that no rounding hides in them. */
export interface Ratio {
  readonly numerator: bigint
  readonly denominator: bigint
}

/** A fraction in its lowest terms. Throws RangeError for a negative part or a zero denominator. */
export function ratio(numerator: bigint, denominator: bigint): Ratio {
  if (numerator < 0n || denominator <= 0n)
    throw new RangeError('a ratio needs a numerator of 0 or more and a denominator above 0')
  let [a, b] = [numerator, denominator]
  while (b > 0n) [a, b] = [b, a % b]
  return { numerator: numerator / a, denominator: denominator / a }
}

/** `numerator / denominator` as a whole number, an exact half going up (docs/reference/wire.md). */
export function roundHalfUp(numerator: bigint, denominator: bigint): bigint {
  return (2n * numerator + denominator) / (2n * denominator)
}

/** A ratio in per cent for display, rounded half up to `decimals` (0 to 10): 7537/8192 gives 92. */
export function ratioPercent({ numerator, denominator }: Ratio, decimals = 2): number {
  const scale = 10 ** decimals
  return Number(roundHalfUp(numerator * 100n * BigInt(scale), denominator)) / scale
}
