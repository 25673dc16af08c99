/** The references of a row in the form in which references are compared, and shorter parts that may be a cut reference. */
export interface RowReferences {
  readonly utrs: readonly string[]
  readonly parts: readonly string[]
}

const most = 8
const leastOfPart = 8

/** Words that banks write before a number without a separator. */
const wordBefore =
  /^(?:UPI|IMPS|NEFT|RTGS|RRN|UTR|REFNO|REF|NO|MMT|INB)+(?=[A-Z]{4}[A-Z0-9]{0,3}\d{9}|[A-Z]{1,3}\d{13}|\d{7})/
/** NEFT and RTGS: most banks begin with four letters. */
const ofBank = /^[A-Z]{4}[A-Z0-9]{0,3}\d{9,18}$/
/** NEFT without four letters, 16 characters: ICICI `IN` and 14 digits, HDFC `N` and 15, IDBI four digits, a letter and 11 digits. */
const ofBankIn16 = /^(?=.{16}$)(?:[A-Z]{1,3}\d{13,15}|\d{4}[A-Z]\d{11})$/
const beginningOfBank = /^(?:[A-Z]{0,4}[A-Z0-9]{0,3}|\d{4}[A-Z])\d{4,}$/

/** The address of a payer, which may hold a mobile number. */
const upiAddress = /[A-Z0-9.]+@[A-Z0-9.]*/g
/** A mobile number with the code of India in front. */
const mobile = /^91[6-9]\d{9}$/

const rail = /(?<![A-Z0-9])(?:UPI|IMPS|MMT|RRN|UTR|NEFT|RTGS)/
const railWords =
  'CR|DR|IN|OUT|AR|AB|C|D|P2A|P2M|P2P|P2V|MOB|PAY|COLLECT|RECEIVED|REV|REFERENCE|REFNO|REF|NO|NUMBER|ID|TXN|TRANSACTION|RRN|UTR|UPI|IMPS|MMT|INB'
const wordsBefore = new RegExp(`^(?:(?:${railWords}|NEFT|RTGS)(?![A-Z0-9])\\s*)+`)
/** `UPI/CR/<number>`, `UPI/<number>`, `IMPS-<number>`, `UPI Reference No.: <number>`. */
const behindRail = new RegExp(
  `(?:UPI|IMPS|MMT|RRN|UTR)(?:[^A-Z0-9]*(?:${railWords})(?![A-Z]))*[^A-Z0-9]*(\\d{8,16})(?![A-Z0-9])`,
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
  return /^\d+$/.test(token) && length <= 12 && (token.length >= 12 ? length >= 9 : isOfColumn && token.length >= 11)
}

const isOfBank = (token: string): boolean =>
  (ofBank.test(token) && token.length >= 16 && token.length <= 22) || ofBankIn16.test(token)

const isPart = (compared: string): boolean =>
  compared.length >= leastOfPart && compared.length < 22 && beginningOfBank.test(compared)

const withoutGaps = (text: string): string => text.replace(/[\s'\u2019-]/g, '')
const hasLetter = (token: string): boolean => /[A-Z]/.test(token)

/** The numbers that stand where a narration of UPI or IMPS has its reference. Where the place is open, every field that is a number. */
function numbersOf(narration: string): readonly string[] {
  const at = narration.search(rail)
  if (at < 0 || /^(?:NEFT|RTGS)/.test(narration.slice(at))) return []
  behindRail.lastIndex = at
  const number = behindRail.exec(narration)?.[1]
  const known = [number, behindBranch.exec(narration.slice(at))?.[1]].find(
    (one) => one !== undefined && isNumber(one, false) && !mobile.test(one),
  )
  if (known !== undefined) return [known]
  const fields = narration.slice(at).split(/[/*:|,-]/)
  return [number ?? '', ...fields.map((field) => field.trim())].filter((one) => /^\d+$/.test(one) && !mobile.test(one))
}

/** The tokens of a text that have letters. A line break within the reference of `NEFT*<IFSC>*<reference>*` is taken out. */
function bankTokensOf(text: string): readonly string[] {
  const field = /[A-Z]{4}0[A-Z0-9]{6}\*([^*]+)\*/.exec(text)?.[1] ?? ''
  const joined = withoutGaps(field)
  const whole = isOfBank(joined) ? text.replace(field, joined) : text
  return whole.split(/[^A-Z0-9]+/).filter(hasLetter)
}

/** The tokens of a cell of references: numbers alone or behind a word such as `UPI`, perhaps in groups, and tokens with letters. */
function columnTokensOf(cell: string): readonly string[] {
  const grouped = withoutGaps(cell)
  if (isOfBank(grouped) && !rail.test(grouped)) return [grouped]
  const fields = cell.split(/[^A-Z0-9\s'\u2019]+/).map((field) => withoutGaps(field.trim().replace(wordsBefore, '')))
  const numbers = [grouped, ...fields].filter((field) => /^\d+$/.test(field))
  return [...numbers, ...cell.split(/[^A-Z0-9]+/).filter(hasLetter)]
}

/** Finds the references of a row: in the column of references, at a known place of the narration, or by the form of a bank. */
export function referencesOf(text: string, reference: string): RowReferences {
  const utrs = new Set<string>()
  const parts = new Set<string>()
  const read = (token: string, isOfColumn: boolean) => {
    const bare = token.replace(wordBefore, '')
    const compared = comparedUtr(bare)
    if (isNumber(bare, isOfColumn) || isOfBank(bare)) utrs.add(compared)
    if (isPart(compared)) parts.add(compared)
  }
  for (const token of columnTokensOf(reference.toUpperCase())) read(token, true)
  const narration = text.toUpperCase().replace(upiAddress, ' ')
  const numbers = numbersOf(narration)
  for (const number of numbers) read(number, false)
  if (!numbers.some((number) => isNumber(number, false)))
    for (const token of bankTokensOf(narration)) read(token, false)
  return { utrs: [...utrs].slice(0, most), parts: [...parts].slice(0, most) }
}

interface Numbered extends RowReferences {
  readonly paise: number
}

/** Numbers on several payments of a file, such as a branch, an account or a mobile number. Returned payments do not count. */
function repeatedOf(rows: readonly Numbered[]): ReadonlySet<string> {
  const came = new Map<string, Map<number, number>>()
  for (const { utrs, paise } of rows)
    for (const utr of utrs) {
      const ofAmount = came.get(utr) ?? new Map<number, number>()
      came.set(utr, ofAmount.set(Math.abs(paise), (ofAmount.get(Math.abs(paise)) ?? 0) + Math.sign(paise)))
    }
  const stayed = [...came].map(([utr, ofAmount]) => ({
    utr,
    count: [...ofAmount.values()].reduce((sum, count) => sum + Math.max(0, count), 0),
  }))
  return new Set(stayed.filter(({ count }) => count > 1).map(({ utr }) => utr))
}

/** Takes numbers that stand on several payments of a file from their references. */
export function withoutRepeated<Row extends Numbered>(rows: readonly Row[]): readonly Row[] {
  const repeated = repeatedOf(rows)
  if (repeated.size === 0) return rows
  const isOwn = (number: string): boolean => !repeated.has(number)
  return rows.map((row) => ({ ...row, utrs: row.utrs.filter(isOwn), parts: row.parts.filter(isOwn) }))
}
