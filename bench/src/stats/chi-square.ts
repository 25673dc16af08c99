/**
 * How far counts are from what was expected, as a normal deviate: Pearson's chi-square by the transformation of Wilson and Hilferty (1931), which is good from some
 * degrees of freedom on. About 0 when the counts are drawn from `expected`; 5 comes once in 3 million runs.
 * @param expected counts of each kind, more than 5 each, of the same sum as `counts`
 * @param scale of the statistic, for draws that are not independent of each other; 1 for those that are
 */
export function chiSquareDeviate(counts: readonly number[], expected: readonly number[], scale = 1): number {
  if (counts.length !== expected.length || counts.length < 2) throw new RangeError('counts and expected differ')
  if (!expected.every((count) => count > 5)) throw new RangeError('an expected count is too small for the statistic')
  const statistic = scale * counts.reduce((sum, count, i) => sum + (count - at(expected, i)) ** 2 / at(expected, i), 0)
  const freedom = counts.length - 1
  const variance = 2 / (9 * freedom)
  return (Math.cbrt(statistic / freedom) - (1 - variance)) / Math.sqrt(variance)
}

/** How far a mean of independent values is from what was expected, in its standard errors. */
export function meanDeviate(sum: number, sumOfSquares: number, draws: number, expected: number): number {
  const mean = sum / draws
  const variance = sumOfSquares / draws - mean ** 2
  return (mean - expected) / Math.sqrt(variance / draws)
}

const at = (values: readonly number[], place: number): number => values[place] ?? Number.NaN
