/** Amounts are integer paise; what is shown is rupees in Indian grouping (docs/architecture.md: money). */
const exact = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' })
const whole = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR', maximumFractionDigits: 0 })

const minus = '\u2212'
const longestAmount = 15

/** ₹1,00,000.00; a negative amount carries a true minus (U+2212) before the sign of the currency. */
export function formatRupees(paise: number): string {
  return sign(paise) + exact.format(Math.abs(paise) / 100)
}

/** For limits, chips and stakes in lists: ₹1,00,000, but ₹99.50 where there are paise. */
export function formatRupeesShort(paise: number): string {
  return sign(paise) + (paise % 100 === 0 ? whole : exact).format(Math.abs(paise) / 100)
}

/** A net result always carries its sign: +₹340.00, −₹160.00; nothing won or lost is ₹0.00. */
export function formatNet(paise: number): string {
  return (paise > 0 ? '+' : '') + formatRupees(paise)
}

/** The plain text of an amount for an input: 500, 99.50. */
export function rupeesText(paise: number): string {
  const [rupees, rest] = [Math.trunc(paise / 100), Math.abs(paise % 100)]
  return rest === 0 ? String(rupees) : `${rupees}.${String(rest).padStart(2, '0')}`
}

/**
 * Reads what a person typed as rupees: grouping commas, spaces and a leading ₹ are ignored, more than two decimals are
 * rounded half up (spec 5.8). Null when it is not an amount; never a float on the way.
 */
export function parseRupees(text: string): number | null {
  const match = /^(\d+)?(?:\.(\d*))?$/.exec(text.replace(/[₹,\s]/g, ''))
  if (!match || (!match[1] && !match[2])) return null
  const [rupees, decimals] = [match[1] ?? '0', match[2] ?? '']
  if (rupees.length + 2 > longestAmount) return null
  const paise = Number(rupees + decimals.padEnd(2, '0').slice(0, 2))
  return decimals.length > 2 && (decimals[2] ?? '0') >= '5' ? paise + 1 : paise
}

function sign(paise: number): string {
  return paise < 0 ? minus : ''
}
