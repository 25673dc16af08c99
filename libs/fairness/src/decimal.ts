/**
 * Rolls, multipliers and rupees are integers inside: hundredths, and ten-thousandths for the multipliers of Dice.
 * The wire carries the same values as JSON numbers. `n / 100` is the double nearest to that decimal, so it prints
 * with at most two decimals and comes back unchanged.
 */

/** 12.34 -> 1234. `null` for anything but a number of 0 or more with at most two decimals. */
export function hundredthsOrNull(value: number): number | null {
  const hundredths = Math.round(value * 100)
  const exact = Number.isSafeInteger(hundredths) && hundredths >= 0 && hundredths / 100 === value
  return exact ? hundredths : null
}

/** 12.34 -> 1234. Throws RangeError for a third decimal, a negative number, NaN or infinity. */
export function toHundredths(value: number): number {
  const hundredths = hundredthsOrNull(value)
  if (hundredths === null) throw new RangeError('a number of 0 or more with at most two decimals is needed')
  return hundredths
}

/** 1234 -> 12.34, as the wire shows it. */
export const fromHundredths = (hundredths: number): number => hundredths / 100

/** 20000 -> 2, as the wire shows the multipliers of Dice. */
export const fromTenThousandths = (tenThousandths: number): number => tenThousandths / 10_000

/** 347 -> '3.47', always with two decimals. */
export const hundredthsText = (hundredths: number): string => (hundredths / 100).toFixed(2)

/** Throws RangeError unless `value` is a whole number from `least` to `most`. */
export function requireInteger(name: string, value: number, least: number, most: number): void {
  if (!Number.isSafeInteger(value) || value < least || value > most) {
    throw new RangeError(`${name} must be a whole number from ${least} to ${most}`)
  }
}
