const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
/** How the Hindi names of months begin. */
const hindiMonths = 'जन फ मा अप् मई जून जुल अग सि अक नव दि'.split(' ')

const end = String.raw`(?!\d)(?:[ ,T(].*|[-/]\d{1,2}[:.]\d\d.*)?$`
const word = String.raw`(?<word>[\p{L}\p{M}]{3,})`
/** The forms of a day that banks write. A weekday before the day and a time behind it are ignored. */
const forms = [
  String.raw`(?<day>\d{1,2})(?:st|nd|rd|th)?[-/. ,]*${word}[-/. ,']*(?<year>\d{4}|\d{2})`,
  String.raw`(?<day>\d{1,2})[-/. ](?<month>\d{1,2})[-/. ](?<year>\d{4}|\d{2})`,
  String.raw`(?<year>\d{4})[-/. ](?:(?<month>\d{1,2})|${word})[-/. ](?<day>\d{1,2})`,
  String.raw`${word}[-/. ]*(?<day>\d{1,2})(?:st|nd|rd|th)?[-/. ,]+(?<year>\d{4}|\d{2})`,
].map((form) => new RegExp(`^${form}${end}`, 'iu'))
/** Digits alone: the year first, or the day first. */
const compact = [/^(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)/, /^(?<day>\d\d)(?<month>\d\d)(?<year>\d{4})/].map(
  ({ source }) => new RegExp(`${source}${end}`),
)
const weekday = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*[-,. ]+/i
const dayWithoutYear =
  /^(?:\d{1,2}(?:st|nd|rd|th)?[-/. ]*(?<word>[\p{L}\p{M}]{3,})|(?<first>[\p{L}\p{M}]{3,})[-/. ]*\d{1,2})$/u
/** The day 0 of a spreadsheet, and the days from 2000 to 2099 as it counts them. */
const serial = { zeroMs: Date.UTC(1899, 11, 30), form: /^(\d{5})(?:\.\d+)?$/, from: 36_526, to: 73_050 }
const dayMs = 24 * 60 * 60_000

function monthOf(name: string): number {
  const hindi = hindiMonths.findIndex((month) => name.startsWith(month))
  return (hindi < 0 ? months.indexOf(name.slice(0, 3).toLowerCase()) : hindi) + 1
}

/** Decimal digits of the scripts of India as 0 to 9. */
export const plainDigits = (text: string): string =>
  text.replace(/[०-९০-৯੦-੯૦-૯୦-୯௦-௯౦-౯೦-೯൦-൯]/g, (digit) => String((digit.charCodeAt(0) - 0x966) % 0x80))

/** A cell with digits 0 to 9, without spaces around it, and without `="..."` or the apostrophe of spreadsheets. */
export function plainCell(cell: string): string {
  // Most cells are plain.
  if (/^(?:[!-~](?<!^['=])[ -~]*(?<! ))?$/.test(cell) && !cell.includes('  ')) return cell
  return plainDigits(cell)
    .replace(/[\s\u00a0\u200b-\u200f\u202a-\u202e\u2060\ufeff]+/g, ' ')
    .trim()
    .replace(/^="(.*)"$/, '$1')
    .replace(/^'/, '')
    .trim()
}

export const isFilled = (cell: string): boolean => plainCell(cell) !== ''

/** Whether a spreadsheet has rounded the number of a cell: `4.09512E+11`. */
export const isRounded = (cell: string): boolean => /^[-+]?\d+(?:[.,]\d+)?E\+?\d{1,3}$/i.test(plainCell(cell))

/** Whether a spreadsheet has written `####` or an error such as `#NAME?` instead of the value. */
export const isLost = (cell: string): boolean =>
  /^#(?:#+|N\/A|NAME\?|(?:REF|VALUE|NUM|NULL|DIV\/0)!|ERROR)$/i.test(plainCell(cell))

const dayText = (cell: string): string => plainCell(cell).replace(weekday, '')

/** Whether a cell has the form of a day, also of an impossible day or one without a year. */
export function looksLikeDay(cell: string): boolean {
  const text = dayText(cell)
  const { word: behind, first = behind } = dayWithoutYear.exec(text)?.groups ?? {}
  return forms.some((form) => form.test(text)) || (first !== undefined && monthOf(first) > 0)
}

/** Reads a day, also as a spreadsheet counts it. @returns yyyy-mm-dd; undefined for an impossible day such as 31/02/2026 */
export function readDay(cell: string): string | undefined {
  const text = dayText(cell)
  const counted = Number(serial.form.exec(text)?.[1])
  if (counted >= serial.from && counted <= serial.to)
    return new Date(serial.zeroMs + counted * dayMs).toISOString().slice(0, 10)
  for (const form of [...forms, ...compact]) {
    const { day, month, word: name, year } = form.exec(text)?.groups ?? {}
    const found = realDay(Number(day), name === undefined ? Number(month) : monthOf(name), year ?? '')
    if (found !== undefined) return found
  }
  return undefined
}

const dayAndMonth = /^(\d{1,2})([-/. ])(\d{1,2})(?=\2\d)/

/** Whether days are written month first: a second number is above 12, and no first number is. Without such a day, the day is first. */
export function areMonthFirst(cells: readonly string[]): boolean {
  const parts = cells.flatMap((cell) => [dayAndMonth.exec(plainCell(cell)) ?? []])
  return parts.some(([, , , second]) => Number(second) > 12) && !parts.some(([, first]) => Number(first) > 12)
}

/** A day that is written month first, with the day first; another cell as given. */
export function dayFirst(cell: string): string {
  const swapped = plainCell(cell).replace(dayAndMonth, '$3$2$1')
  return readDay(swapped) === undefined ? cell : swapped
}

function realDay(day: number, month: number, year: string): string | undefined {
  const fullYear = year.length === 2 ? 2_000 + Number(year) : Number(year)
  const date = new Date(Date.UTC(fullYear, month - 1, day))
  const isReal = date.getUTCMonth() + 1 === month && date.getUTCDate() === day
  return isReal && fullYear >= 1_900 && fullYear < 2_100 ? date.toISOString().slice(0, 10) : undefined
}

export type Side = 'credit' | 'debit'

/** `side` is set if the cell has a sign, CR, DR or parentheses. */
export interface CellAmount {
  readonly paise: number
  readonly side: Side | undefined
}

const digits = /^(\d{1,12}|\d{1,3}(?:,\d{2,3})*,\d{3})?(?:\.(\d{0,2})0*)?$/
/** A currency. A program that has no sign for rupees writes a question mark or a backtick. */
const currency =
  /(?<!\p{L})(?:r[se]\.?|inr\.?|rupees?|रु(?:पये|पए)?\.?|रू\.?)(?![\p{L}\p{M}])|[₹₨]|&#8377;|(?<=^[-+]?\s*)[?`](?=\s?\d)|\/-/giu
/** CR or DR, perhaps with a separator between the digits and the word. */
const sideWord = /(?:(?<=\d)[-/_:])?(?<!\p{L})[([]?(cr|dr|credit(?:ed)?|debit(?:ed)?|c|d)[)\]]?[.:]?(?!\p{L})/giu
const empty = /^(?:[-\u2010-\u2015\u2212_.*\s]*|nil|n\.?\/?a|null|none)\.?$/i

/** Whether a cell has no value: it has spaces, dashes, NIL or the like. */
export const isEmpty = (cell: string): boolean => empty.test(plainCell(cell))

/** The side in a cell that has only CR, DR or a sign. */
export function readSide(cell: string): Side | undefined {
  const text = plainCell(cell)
    .replace(/[().:[\]]/g, '')
    .trim()
    .toLowerCase()
  if (['cr', 'c', 'credit', 'credited', '+'].includes(text)) return 'credit'
  return ['dr', 'd', 'debit', 'debited', '-', '\u2212'].includes(text) ? 'debit' : undefined
}

const sideWords = (
  [
    ['credit', 'cr|crdt|credit(?:s|ed)?|deposit(?:s|ed)?|received|receipt|in|inward|incoming|payin|जमा'],
    ['debit', 'dr|dbit|debit(?:s|ed)?|withdrawals?|withdrawn|sent|paid|out|outward|outgoing|payout|नामे'],
  ] as const
).map(([side, words]) => ({ side, found: new RegExp(`(?<![\\p{L}\\p{M}])(?:${words})(?![\\p{L}\\p{M}])`, 'iu') }))

/** Words after which a word for a side may mean the other side, or no payment. */
const turned =
  /(?<![\p{L}\p{M}])(?:(?:rev|revr|rvsl|ret|retn|rtn|rej|rjct|not|non|un)(?![\p{L}\p{M}])|(?:revers|return|refund|chargeback|reject|fail|bounce|declin|cancel|pending|unsuccess|वापस|असफल|नहीं))/iu

/** The side in a cell of a CR/DR column: “Cr.”, or longer words with one side such as “Transfer Credit” and “Money Out”. */
export function readSideOfColumn(cell: string): Side | undefined {
  const plain = plainCell(cell)
  const [said, ...others] = sideWords.filter(({ found }) => found.test(plain))
  return readSide(cell) ?? (others.length === 0 && !turned.test(plain) ? said?.side : undefined)
}

/**
 * Reads an amount with lakh commas, a currency, CR or DR beside it, a sign or parentheses.
 * @returns null for an empty cell, dashes, NIL or zero; undefined for other text, also for a minus beside CR
 */
export function readPaise(cell: string): CellAmount | null | undefined {
  const plain = plainCell(cell).replace(currency, ' ').trim()
  if (empty.test(plain)) return null
  const sides = [...plain.matchAll(sideWord)].map(([, said = '']) => readSide(said))
  if (sides.length > 1) return undefined
  let text = plain.replace(sideWord, ' ').trim()
  const inside = /^\((.*)\)$/.exec(text)
  const isMinus = inside !== null || /^[-\u2013\u2212]|[-\u2013\u2212]$/.test(text)
  const bySign = isMinus ? 'debit' : /^\+|\+$/.test(text) ? 'credit' : undefined
  const [side = bySign] = sides
  if (bySign !== undefined && side !== bySign) return undefined
  text = (inside?.[1] ?? text).replace(/^[-+\u2013\u2212]|[-+\u2013\u2212]$/, '').trim()
  const [, whole = '', fraction = ''] = digits.exec(text) ?? []
  if (whole === '' && fraction === '') return undefined
  const paise = Number(whole.replaceAll(',', '')) * 100 + Number(fraction.padEnd(2, '0'))
  if (!Number.isSafeInteger(paise)) return undefined
  return paise === 0 ? null : { paise, side }
}
