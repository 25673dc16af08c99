import { paise } from '@kismet/contracts'
import type { Paise } from '@kismet/contracts'

/** What an admin may mean by the text of a search. */
export interface Sought {
  readonly amountPaise: Paise | null
  /** The last or first characters of a reference, or the last ones of an account number or an id, in lower case. */
  readonly end: string | null
  /** The text as it is, and without spaces and hyphens; empty for a number. */
  readonly parts: readonly string[]
}

/** With a sign, a thousands separator or decimals, a number is an amount only. */
const written = /^(?:₹|rs\.?|inr)?\s*(0|[1-9]\d{0,7}|[1-9]\d{0,2}(?:,\d{2,3})+)(\.\d{1,2})?$/
const leastOfEnd = 4

/**
 * Reads the text of a search. A text of digits is an amount, or from 4 digits on an end of a number. A text with letters
 * is found as a part, too.
 */
export function readSearch(text: string): Sought {
  const sought = text.trim().toLowerCase()
  // People write references and ids with spaces and hyphens between their groups.
  const bare = sought.replace(/[\s-]/g, '')
  const isDigits = /^\d+$/.test(bare)
  const [, whole, decimals = ''] = written.exec(isDigits ? bare : sought) ?? []
  const rupees = whole === undefined ? 0 : Number(`${whole.replaceAll(',', '')}${decimals}`)
  const amountPaise = rupees > 0 && rupees < 1e8 ? paise(Math.round(rupees * 100)) : null
  if (amountPaise !== null && !isDigits) return { amountPaise, end: null, parts: [] }
  const isEnd = bare.length >= leastOfEnd && /^[a-z]*\d[a-z0-9]*$/.test(bare)
  const hasParts = bare !== '' && !(isDigits && (isEnd || amountPaise !== null))
  return { amountPaise, end: isEnd ? bare : null, parts: hasParts ? [...new Set([sought, bare])] : [] }
}
