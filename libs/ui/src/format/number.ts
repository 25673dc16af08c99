import { plainText } from '@kismet/contracts/plain-text'

/** A multiplier as the product writes it, in Indian grouping: 3.18x, 50,473.50x; Dice shows four decimals. */
export function formatMultiplier(multiplier: number, decimals = 2): string {
  return `${multiplier.toFixed(decimals).replace(/\d(?=(?:\d\d)+\d\.)/g, '$&,')}x`
}

/** The first and last 4 characters of a bank reference, for lists: 4127…0934. */
export function shortReference(reference: string): string {
  return reference.length > 9 ? `${reference.slice(0, 4)}…${reference.slice(-4)}` : reference
}

/** A size of a file in the unit that reads best: 184 KB, 2.4 MB. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  const kib = bytes / 1024
  return kib < 1000 ? `${Math.round(kib)} KB` : `${(kib / 1024).toFixed(1)} MB`
}

const mostDigits = 15

/**
 * Reads a decimal number that a person typed, in hundredths. It ignores commas, spaces and invisible characters, and
 * rounds more than two decimals half up (spec 5.8). Null for any text that is not a number from 0. It makes no float.
 */
export function parseHundredths(text: string): number | null {
  const match = /^(\d*)(?:\.(\d*))?$/.exec(plainText(text).replace(/[, ]/g, ''))
  const [whole, decimals] = [match?.[1] ?? '', match?.[2] ?? '']
  if (whole + decimals === '' || whole.length + 2 > mostDigits) return null
  const hundredths = Number(whole + decimals.padEnd(2, '0').slice(0, 2))
  return decimals.charAt(2) >= '5' ? hundredths + 1 : hundredths
}
