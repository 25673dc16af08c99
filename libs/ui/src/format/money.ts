import { plainText } from '@kismet/contracts/plain-text'
import { parseHundredths } from './number.ts'

/**
 * Amounts are integer paise; what is shown is rupees in Indian grouping (docs/concepts/money.md). Written here and not by Intl.NumberFormat, whose first instance
 * takes a phone's processor 40 ms before the first amount can be drawn.
 */

const minus = '\u2212'

/** ₹1,00,000.00; a negative amount carries a true minus (U+2212) before the sign of the currency. */
export function formatRupees(paise: number): string {
  return `${sign(paise)}₹${exact(paise)}`
}

/** For limits, chips and stakes in lists: ₹1,00,000, but ₹99.50 where there are paise. */
export function formatRupeesShort(paise: number): string {
  return `${sign(paise)}₹${shortest(paise)}`
}

/** A net result with its sign: +₹340.00, −₹160.00, and ₹0.00 without a sign. */
export function formatNet(paise: number): string {
  return (paise > 0 ? '+' : '') + formatRupees(paise)
}

/** The text of an amount without its ₹: 2,000.00. */
export function amountText(paise: number): string {
  return sign(paise) + exact(paise)
}

/** The same, without paise for whole rupees: 14,000. */
export function amountTextShort(paise: number): string {
  return sign(paise) + shortest(paise)
}

/** The plain text of an amount for an input: 500, 99.50. */
export function rupeesText(paise: number): string {
  const [rupees, rest] = [Math.trunc(paise / 100), Math.abs(paise % 100)]
  return rest === 0 ? String(rupees) : `${rupees}.${String(rest).padStart(2, '0')}`
}

/** Reads what a person typed as rupees, in paise; a sign of the currency, grouping commas and spaces are ignored. See `parseHundredths`. */
export function parseRupees(text: string): number | null {
  return parseHundredths(plainText(text).replace(/^(?:₹|rs\.?|inr|रु\.?) ?|\/-$/gi, ''))
}

/** A whole number from 0 in Indian grouping: 21,48,306. */
export function grouped(count: number): string {
  return String(count).replace(/\d(?=(\d\d)+\d$)/g, '$&,')
}

/** Rupees and paise, without a sign. */
function exact(paise: number): string {
  const whole = Math.round(Math.abs(paise))
  return `${grouped(Math.trunc(whole / 100))}.${String(whole % 100).padStart(2, '0')}`
}

const shortest = (paise: number): string => (paise % 100 === 0 ? grouped(Math.abs(paise) / 100) : exact(paise))

function sign(paise: number): string {
  return paise < 0 ? minus : ''
}
