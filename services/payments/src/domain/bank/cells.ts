/** A day as banks write it: the day first, or the year first. A time after the day is ignored. */
const dayFirst = /^(\d{1,2})[-/. ](\d{1,2}|[a-z]{3,9})[-/., ]\s?(\d{4}|\d{2})(?:[ ,T].*)?$/i
const yearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[ ,T].*)?$/
const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

function monthOf(text: string): number {
  return /^\d/.test(text) ? Number(text) : monthNames.indexOf(text.slice(0, 3).toLowerCase()) + 1
}

/** A cell without spaces around it and without the apostrophe that spreadsheets put before a number. */
export function plainCell(cell: string): string {
  return cell
    .replace(/[\s\u00a0\u200b\ufeff]+/g, ' ')
    .trim()
    .replace(/^'/, '')
    .trim()
}

export const isFilled = (cell: string): boolean => cell.trim() !== ''

/** Whether a cell has the form of a day, also of an impossible day. */
export function looksLikeDay(cell: string): boolean {
  const text = plainCell(cell)
  return dayFirst.test(text) || yearFirst.test(text)
}

/** Reads a day. @returns yyyy-mm-dd; undefined for an impossible day such as 31/02/2026 */
export function readDay(cell: string): string | undefined {
  const text = plainCell(cell)
  const [, day, month, year] = dayFirst.exec(text) ?? reversed(yearFirst.exec(text))
  if (day === undefined || month === undefined || year === undefined) return undefined
  const fullYear = year.length === 2 ? 2_000 + Number(year) : Number(year)
  const date = new Date(Date.UTC(fullYear, monthOf(month) - 1, Number(day)))
  const isReal = date.getUTCMonth() + 1 === monthOf(month) && date.getUTCDate() === Number(day)
  return isReal && fullYear >= 1_900 && fullYear < 2_100 ? date.toISOString().slice(0, 10) : undefined
}

function reversed(found: RegExpExecArray | null): readonly (string | undefined)[] {
  return found === null ? [] : [found[0], found[3], found[2], found[1]]
}

export type Side = 'credit' | 'debit'

/** `side` is set if the cell has a sign, CR, DR or parentheses. */
export interface CellAmount {
  readonly paise: number
  readonly side: Side | undefined
}

const digits = /^(\d{1,12}|\d{1,3}(?:,\d{2,3})*,\d{3})?(?:\.(\d{1,2})0*)?$/
const currency = /^(?:₹|rs\.?|inr)\s*|\s*(?:₹|inr)$/gi
const sideBehind = /\s*(cr|dr|credit|debit|c|d)\.?$/i

/** The side in a cell of a CR/DR column. */
export function readSide(cell: string): Side | undefined {
  const text = plainCell(cell).replace(/[().]/g, '').toLowerCase()
  if (['cr', 'c', 'credit', 'deposit', '+'].includes(text)) return 'credit'
  return ['dr', 'd', 'debit', 'withdrawal', '-', '\u2212'].includes(text) ? 'debit' : undefined
}

/**
 * Reads an amount with lakh commas, a rupee sign, CR or DR after it, a sign or parentheses.
 * @returns null for an empty cell, a hyphen or zero; undefined for other text
 */
export function readPaise(cell: string): CellAmount | null | undefined {
  let text = plainCell(cell).replace(currency, '').trim()
  if (text === '' || text === '-') return null
  let side: Side | undefined
  const behind = sideBehind.exec(text)
  if (behind !== null) {
    side = readSide(behind[1] ?? '')
    text = text.slice(0, behind.index).trim()
  }
  const inside = /^\((.*)\)$/.exec(text)
  if (inside !== null || /^[-\u2212]|-$/.test(text)) side = 'debit'
  else if (text.startsWith('+')) side = 'credit'
  text = (inside?.[1] ?? text)
    .replace(/^[-+\u2212]|-$/, '')
    .replace(currency, '')
    .trim()
  const [, whole = '', fraction = ''] = digits.exec(text) ?? []
  if (whole === '' && fraction === '') return undefined
  const paise = Number(whole.replaceAll(',', '')) * 100 + Number(fraction.padEnd(2, '0'))
  if (!Number.isSafeInteger(paise)) return undefined
  return paise === 0 ? null : { paise, side }
}
