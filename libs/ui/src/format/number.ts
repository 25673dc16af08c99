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

// No group, Indian groups (1,00,000) or western groups (100,000), and no comma behind the point.
const typedNumber = /^(\d*|\d{1,2}(?:[, ]\d\d)*[, ]\d{3}|\d{1,3}(?:[, ]\d{3})+)(?:\.(\d*))?$/

/**
 * Reads a decimal number that a person typed, in hundredths. It ignores commas or spaces between groups and invisible
 * characters, and rounds more than two decimals half up (spec 5.8). Null for any text that is not a number from 0: a
 * European 1.100,50 or 12,50 could be read as another amount. It makes no float.
 */
export function parseHundredths(text: string): number | null {
  const match = typedNumber.exec(plainText(text))
  const [whole, decimals] = [(match?.[1] ?? '').replace(/[, ]/g, ''), match?.[2] ?? '']
  if (whole + decimals === '' || whole.length + 2 > mostDigits) return null
  const hundredths = Number(whole + decimals.padEnd(2, '0').slice(0, 2))
  return decimals.charAt(2) >= '5' ? hundredths + 1 : hundredths
}
