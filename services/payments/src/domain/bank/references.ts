import { plainDigits } from './cells.ts'

/**
 * The numbers of a row in the form in which references are compared.
 * - `reference`: the one number that stands where a bank writes the reference; null if there is not exactly one.
 * - `numbers`: all other numbers, and parts that may be a cut reference. They only make suggestions, except that a
 *   debit with the number of a request is its return.
 * - `places`: the column of references has one number, and the text has the same number or another; else null.
 */
export interface RowReferences {
  readonly reference: string | null
  readonly numbers: readonly string[]
  readonly places: 'equal' | 'other' | null
}

const most = 12
const leastOfPart = 8

/** Words that banks write before a number without a separator. */
const wordBefore =
  /^(?:UPI|IMPS|NEFT|RTGS|RRN|UTR|REF|NO|MMT|INB|P2[AMPV])+(?=[A-Z]{4}[A-Z0-9]{0,3}\d{9}|[A-Z]{1,3}\d{13}|\d{7})/
/** NEFT and RTGS: most banks begin with four letters. */
const ofBank = /^[A-Z]{4}[A-Z0-9]{0,3}\d{9,18}$/
/** NEFT without four letters, 16 characters: ICICI `IN` and 14 digits, HDFC `N` and 15, IDBI four digits, a letter and 11 digits. */
const ofBankIn16 = /^(?=.{16}$)(?:[A-Z]{1,3}\d{13,15}|\d{4}[A-Z]\d{11})$/
const beginningOfBank = /^(?:[A-Z]{0,4}[A-Z0-9]{0,3}|\d{4}[A-Z])\d{4,}$/

/** The address of a payer, which may hold a mobile number. */
const upiAddress = /(?<![A-Z0-9._])[A-Z0-9._]+@[A-Z0-9.]*/g
/** A mobile number with the code of India in front, perhaps as 0091. HDFC writes four zeros before a reference. */
const mobile = /^0{0,2}91[6-9]\d{9}$/
/** The account or the customer number of a payer, and the stamp of a branch. */
const accountOrStamp =
  /\b(?:FROM|TO|A\/?C|ACCT|ACCOUNT|BRANCH|CUST(?:OMER)?|CUSTID|CIF)(?:[ .:-]*(?:NO|NUMBER|ID))?[ .:-]*\d+|\b\d{10,14}\s+AT\s+(?:BRANCH\s+)?\d{3,6}\b/g

const rail = /(?<![A-Z0-9])(?:(?:MPAY|MB)?UPI|IMPS|MMT|RRN|UTR|BHIM|P2A|P2M|NEFT|RTGS)/
const railWords =
  'CREDIT|DEBIT|CR|DR|INWARD|OUTWARD|IN|OUT|AR|AB|C|D|P2A|P2M|P2P|P2V|MOB|PAYMENT|PAY|TRANSFER|COLLECT|RECEIVED|RECD|REV|TRTR|REFERENCE|REFNO|REF|NO|NUMBER|ID|TXN|TRANSACTION|RRN|UTR|UPI|IMPS|MMT|INB'
const wordsBefore = new RegExp(`^(?:(?:${railWords}|NEFT|RTGS)(?![A-Z0-9])\\s*)+`)
/** Of these words, those that only the bank writes: no note of the payer stands before the number behind them. */
const wordOfBank =
  /(?<![A-Z])(?:CREDIT|DEBIT|CR|DR|INWARD|OUTWARD|IN|OUT|AR|AB|C|D|P2[AMPV]|MOB|RECEIVED|RECD|REV|REFERENCE|REFNO|REF|RRN|UTR|IMPS|MMT)(?![A-Z])/
/** `UPI/CR/<number>`, `UPI/<number>`, `UPI<number>ASHA`, `UPI P<number>`, `UPI REF <number in groups>`. */
const behindRail = new RegExp(
  `(?:(?:MPAY|MB)?UPI|IMPS|MMT|RRN|UTR|BHIM|P2A|P2M)((?:[^A-Z0-9]*(?:${railWords})(?![A-Z]))*)[^A-Z0-9]*(?:P(?=\\d{12}(?!\\d)))?` +
    '(\\d{8,16}(?![A-Z0-9])|\\d{12}(?=[A-Z])|\\d{4}([ -])\\d{4}\\3\\d{4}(?![A-Z0-9]))',
  'y',
)
/** `UPI-<name>-<address>-<IFSC>-<number>`. */
const behindBranch = /(?<![A-Z0-9])[A-Z]{4}0[A-Z0-9]{6}[^A-Z0-9]+(\d{12,16})(?![A-Z0-9])/

/** A reference in the form in which references are compared: without spaces, hyphens, apostrophes and leading zeros. */
export function comparedUtr(reference: string): string {
  return reference
    .toUpperCase()
    .replace(/[\s'\u2019-]/g, '')
    .replace(/^0+/, '')
}

/** UPI and IMPS have 12 digits, perhaps with zeros before them; a column of references may have lost those. */
function isNumber(token: string, isOfColumn: boolean): boolean {
  const { length } = comparedUtr(token)
  return /^\d+$/.test(token) && length <= 12 && (token.length >= 12 ? length >= 9 : isOfColumn && length === 11)
}

const isOfBank = (token: string): boolean =>
  (ofBank.test(token) && token.length >= 16 && token.length <= 22) || ofBankIn16.test(token)

const isPart = (compared: string): boolean =>
  compared.length >= leastOfPart && compared.length < 22 && beginningOfBank.test(compared)

const withoutGaps = (text: string): string => text.replace(/[\s'\u2019-]/g, '')
const hasLetter = (token: string): boolean => /[A-Z]/.test(token)

/** The fields of a narration that are numbers. The payer writes some of them. */
const numberFieldsOf = (narration: string): readonly string[] =>
  narration
    .split(/[/*:|,_\n-]/)
    .map((field) => field.trim())
    .filter((field) => /^\d+$/.test(field) && !mobile.test(field))

/**
 * The numbers that stand where a narration of UPI or IMPS has its reference. Where the place is open, every field that is a number.
 * `UPI/<number>` may be the payer's note. Behind an address, a bank may write the reference last.
 */
function numbersOf(narration: string): readonly string[] {
  const at = narration.search(rail)
  if (at < 0 || /^(?:NEFT|RTGS)/.test(narration.slice(at))) return []
  behindRail.lastIndex = at
  const [, words = '', behind = ''] = behindRail.exec(narration) ?? []
  const first = withoutGaps(behind)
  const fields = numberFieldsOf(narration.slice(at))
  if (mobile.test(first) && (fields.length > 0 || !wordOfBank.test(words) || words.includes('MOB'))) return fields
  if (isNumber(first, false)) {
    if (wordOfBank.test(words)) return [first]
    const address = narration.indexOf('@')
    const open = words === '' ? at : address < 0 ? narration.length : address
    return [first, ...numberFieldsOf(narration.slice(open))]
  }
  const own = behindBranch.exec(narration.slice(at))?.[1]
  return own === undefined || !isNumber(own, false) ? [first, ...fields] : [own]
}

/** The tokens of a text that have letters. A line break within the reference of `NEFT*<IFSC>*<reference>*` is taken out. */
function bankTokensOf(text: string): readonly string[] {
  const field = /[A-Z]{4}0[A-Z0-9]{6}\*([^*]+)\*/.exec(text)?.[1] ?? ''
  const joined = withoutGaps(field)
  const whole = isOfBank(joined) ? text.replace(field, joined) : text
  return whole.split(/[^A-Z0-9]+/).filter(hasLetter)
}

/** The tokens of a cell of references: numbers at its beginning or behind a word such as `UPI`, perhaps in groups, and tokens with letters. */
function columnTokensOf(cell: string): readonly string[] {
  const grouped = withoutGaps(/^\d{1,3}(?:,\d{2,3})+$/.test(cell) ? cell.replaceAll(',', '') : cell)
  if (!/^[A-Z]+ /.test(cell) && isOfBank(grouped) && !rail.test(grouped)) return [grouped]
  const fields = cell.split(/[^A-Z0-9\s'\u2019]+/).map((field) => field.trim().replace(wordsBefore, ''))
  const begun = fields.flatMap((field) => /^[\d\s'\u2019]+/.exec(field)?.[0] ?? [])
  const numbers = [grouped, ...begun.flatMap((run) => [withoutGaps(run), ...run.split(/\s+/)])]
  return [
    ...numbers.filter((token) => /^\d+$/.test(token) && !mobile.test(token)),
    ...cell.split(/[^A-Z0-9]+/).filter(hasLetter),
  ]
}

/** All tokens of the cell of references, and of the narration from the first word of a payment on. Accounts and mobile numbers are left out. */
function allTokensOf(cell: string, narration: string): readonly string[] {
  const at = narration.search(rail)
  const texts = [cell, at < 0 ? '' : narration.slice(at)]
  return texts.flatMap((text) => text.split(/[^A-Z0-9]+/)).filter((one) => !mobile.test(one))
}

/** The field of a narration with a number, counted from the word of the payment. */
export function placeOf(text: string, number: string): { readonly rail: string; readonly field: string } | undefined {
  const narration = text.toUpperCase()
  const at = narration.search(rail)
  const [first = '', ...fields] = at < 0 ? [] : narration.slice(at).split(/[/*:|,_-]/)
  const index = fields.findIndex((field) => isNumber(field.trim(), false) && comparedUtr(field) === number)
  return index < 0 ? undefined : { rail: first, field: `${first} ${index}` }
}

interface Found {
  readonly whole: Set<string>
  readonly parts: Set<string>
}

function foundIn(tokens: readonly string[], isOfColumn: boolean): Found {
  const found: Found = { whole: new Set(), parts: new Set() }
  for (const token of tokens) {
    const word = token.replace(wordBefore, '')
    const bare = isOfColumn ? word.replace(/^P?(\d{12})[A-Z]*$/, '$1') : word
    const compared = comparedUtr(bare)
    if (isNumber(bare, isOfColumn) || isOfBank(bare)) found.whole.add(compared)
    else if (isPart(compared)) found.parts.add(compared)
  }
  return found
}

/** The references of a narration. The bank also writes `inColumn` into its column: of several numbers, the others are notes. */
function foundInText(narration: string, inColumn: ReadonlySet<string>): Found {
  const numbers = numbersOf(narration)
  const named = numbers.filter((number) => inColumn.has(comparedUtr(number)))
  const tokens = named.length > 0 ? named : numbers
  return foundIn(
    numbers.some((number) => isNumber(number, false)) ? tokens : [...tokens, ...bankTokensOf(narration)],
    false,
  )
}

/** Line breaks of a text that are tried as breaks within a reference. */
const mostBreaks = 8

/** A narration as it is, then each with one of its line breaks taken out: a bank may break a line within a reference. */
function* spellingsOf(narration: string): Generator<string> {
  yield narration
  for (const { index } of [...narration.matchAll(/(?<=[A-Z0-9])\n(?=[A-Z0-9])/g)].slice(0, mostBreaks))
    yield `${narration.slice(0, index)}${narration.slice(index + 1)}`
}

/**
 * Finds the numbers of a row: in the column of references, at a known place of the narration, or by the form of a bank.
 * @param text its lines are divided by \\n
 * @param isColumnFirst an admin has said that of two different numbers, the one in the column is the reference
 */
export function referencesOf(text: string, column: string, isColumnFirst = false): RowReferences {
  const cell = plainDigits(column).toUpperCase().replace(accountOrStamp, ' ')
  const narration = plainDigits(text).toUpperCase().replace(upiAddress, '@').replace(accountOrStamp, ' ')
  const inColumn = foundIn(columnTokensOf(cell), true)
  const spelled = [...spellingsOf(narration)].map((spelling) => foundInText(spelling, inColumn.whole))
  const inText = spelled.find(({ whole }) => whole.size > 0) ?? spelled[0] ?? inColumn
  const isEqual = [...inColumn.whole].some((number) => inText.whole.has(number))
  const isOfColumn = inColumn.whole.size === 1 && (isColumnFirst || inText.whole.size === 0)
  const found = isOfColumn ? inColumn.whole : inColumn.whole.union(inText.whole)
  const [reference = null] = found.size === 1 ? found : []
  const others = allTokensOf(cell, narration)
    .map((token) => token.replace(wordBefore, ''))
    .filter((bare) => isNumber(bare, false) || isOfBank(bare))
    .map(comparedUtr)
  const all = [...inColumn.whole, ...inText.whole, ...inColumn.parts, ...inText.parts, ...others]
  const numbers = [...new Set(all.filter((number) => number !== reference))].slice(0, most)
  const isInBoth = inColumn.whole.size === 1 && inText.whole.size > 0
  return { reference, numbers, places: isInBoth && !isColumnFirst ? (isEqual ? 'equal' : 'other') : null }
}
