import { bankStatementLimits, columnMeanings, noColumn } from '@kismet/contracts/bank-files'
import type { BankColumns, ColumnMeaning } from '@kismet/contracts'
import { isEmpty, isFilled, plainCell, readDay, readPaise } from './cells.ts'
import { referencesOf } from './references.ts'

/** Words of column names: abbreviations, usual typos and Hindi names. The first pattern that fits a word names it. */
const vocabulary = {
  noise:
    /^(nos?|num|numbers?|id|in|of|the|and|or|for|rs|ps?|paise|inr|rupees?|ddmmyyyy|dd|mm|yy|yyyy|hh|ss|संख्या|क्रमांक|सं|की|का|रु|रुपये)$/,
  debit:
    /^(dr|deb|dbt|debt|deb[ie]t(s|ed)?|wdls?|w[a-z]{0,4}d[a-z]{0,2}r?a?w[a-z]{0,4}|withd[a-z]+|withr[a-z]+|widr[a-z]+|paid|payments?|out|outflow|नामे|निकासी|आहरण|डेबिट)$/,
  credit: /^(cr|cred|crdt|cre?a?dit(s|ed)?|dep(o?s[a-z]{0,5})?|receipts?|rece?ie?ved|inflow|जमा|क्रेडिट)$/,
  date: /^(dates?|dated|dt|dat|datetime|timestamp|दिनांक|दिनाँक|तारीख|तिथि)$/,
  value: /^(value|val|मूल्य)$/,
  posting: /^(post|posted|posting|book|booked|booking|entry)$/,
  txn: /^(txns?|trans?|tr[nx]|trxn|transactions?|transn|tansaction|लेनदेन|लेन|देन)$/,
  time: /^(time|समय)$/,
  text: /^(narr?at[a-z]+|desc|d[ei]s?cri[a-z]+|p[ae]rti?cul[a-z]+|remarks?|details?|memo|comments?|विवरण|टिप्पणी)$/,
  utr: /^(utrs?|rrns?|utrno|rrnno|यूटीआर)$/,
  ref: /^(refs?|refno|refnum|ref[a-z]{0,3}nces?|referenc|संदर्भ)$/,
  cheque: /^(chqs?|chqno|cheq|ch[eq]?que?s?|chequeno|checks?|inst[a-z]*|doc|document|voucher|vch|चेक)$/,
  amount: /^(am+ou?n?ts?|amn?ts?|राशि|रकम)$/,
  balance: /^(bal|balanc[a-z]*|balences?|closing|running|शेष|बकाया|बैलेंस)$/,
  kind: /^(type|typ|ind|indicator|flag|sign|side|nature|प्रकार)$/,
  both: /^(crdr|drcr|cd|dc)$/,
} as const
type Word = keyof typeof vocabulary
/** Words that change no meaning, beside those of the vocabulary. */
const aside = /^(upi|imps|neft|rtgs|bank|part|sr|sl|s|serial|currency|ccy|)$/

/** The words of a column name that are known, and the others. */
interface Name {
  readonly known: ReadonlySet<Word>
  readonly others: readonly string[]
}

const wordsOf = (name: string): readonly string[] =>
  plainName(name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').replaceAll(/\b([cd])\s*\/\s*([cd])\b/gi, '$1$2'))
    .replace(/\b(paid|money) in\b/, 'credit')
    .replace(/\bmoney out\b/, 'debit')
    .replaceAll(/\B(amt|amount|date|balance|status)\b/g, ' $1')
    .split(' ')

function nameOf(cell: string): Name {
  const known = new Set<Word>()
  const others: string[] = []
  for (const word of wordsOf(cell)) {
    const found = (Object.keys(vocabulary) as Word[]).find((key) => vocabulary[key].test(word))
    if (found !== undefined) known.add(found)
    else if (!aside.test(word)) others.push(word)
  }
  if (known.has('debit') && known.has('credit')) known.add('both')
  return { known, others }
}

/** A rule that holds for a name with this word if all other words are of `also` or noise. */
function only(word: Word, ...also: readonly Word[]): (name: Name) => boolean {
  const allowed: readonly Word[] = ['noise', word, ...also]
  return ({ known, others }) =>
    others.length === 0 && known.has(word) && [...known].every((one) => allowed.includes(one))
}

/** A rule that holds for a name with one of these words and without the words of `without`. */
function some(words: readonly Word[], ...without: readonly Word[]): (name: Name) => boolean {
  return ({ known }) => words.some((word) => known.has(word)) && !without.some((word) => known.has(word))
}

type Rule = (name: Name) => boolean
const sides = ['credit', 'debit', 'both'] as const

/** What a name can mean. If several columns fit a meaning, the earlier rule wins, then the earlier column. */
const rules: Readonly<Record<ColumnMeaning, readonly Rule[]>> = {
  date: [
    only('date', 'txn', 'time'),
    only('date', 'txn', 'time', 'posting'),
    some(['date'], 'cheque', 'ref', 'balance', 'text', 'kind', 'amount'),
  ],
  text: [
    only('text', 'txn'),
    (name) => some(['text'], 'date', 'balance', 'kind', 'amount')(name) && !name.others.includes('branch'),
    (name) => only('txn')(name) && !name.known.has('noise'),
  ],
  reference: [
    some(['utr'], 'date', 'amount', 'kind', 'text'),
    only('ref', 'cheque', 'txn', 'value'),
    only('cheque', 'txn'),
    (name) => only('txn')(name) && name.known.has('noise'),
    some(['ref', 'cheque'], 'date', 'amount', 'kind', 'text', 'balance'),
    some(['ref', 'cheque'], 'date', 'amount', 'kind', 'balance'),
  ],
  credit: [only('credit', 'amount', 'txn')],
  debit: [only('debit', 'amount', 'txn')],
  amount: [
    (name) => only('amount', 'txn', ...sides)(name) && name.known.has('credit') === name.known.has('debit'),
    only('both', ...sides),
  ],
  sign: [only('both', ...sides, 'kind', 'txn'), only('kind', 'txn', 'posting', 'amount', ...sides)],
  balance: [
    only('balance', 'amount'),
    (name) => some(['balance'], 'kind', 'date')(name) && !name.others.includes('opening'),
  ],
}

/** The form in which names are compared: lowercase letters and digits. */
export const plainName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/^\s*\+\s*\/?\s*[-\u2212]\s*$/, 'sign')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()

/** The columns without another meaning that say whether a payment has gone through. */
export const statusColumns = (header: readonly string[], columns: BankColumns): readonly number[] =>
  [...header.keys()].filter(
    (at) => wordsOf(header[at] ?? '').some((word) => statusName.test(word)) && !Object.values(columns).includes(at),
  )

const statusName = /^(status|स्थिति)$/
const doneWord =
  /^(success|successful|successfully|succeeded|completed?|settled|paid|processed|credited|done|posted|booked|cleared|received|captured|सफल)$/
/** Words without a meaning of their own beside a word for success. */
const besideDone = /^(transaction|txn|payment|amount|to|account|0+)$/

/** Whether a status says that the payment has gone through, or is empty. An unknown word says it of no payment. */
export function isDone(status: string): boolean {
  const words = wordsOf(plainCell(status))
  const areKnown = words.every((word) => doneWord.test(word) || besideDone.test(word))
  return isEmpty(status) || (areKnown && words.some((word) => doneWord.test(word)))
}

/** The columns whose names can have a meaning, the best first. */
const columnsFor = (meaning: ColumnMeaning, header: readonly Name[]): readonly number[] =>
  rules[meaning].flatMap((rule) => header.flatMap((name, at) => (rule(name) ? [at] : [])))

/** Proposes a column for each meaning by the names in a header. */
export function proposeColumns(cells: readonly string[]): BankColumns {
  const header = cells.map(nameOf)
  const best = (meaning: ColumnMeaning, not?: number | null) =>
    columnsFor(meaning, header).find((at) => at !== not) ?? null
  const text = best('text')
  const found = {
    ...{ date: best('date'), text, reference: best('reference', text), balance: best('balance') },
    ...{ credit: best('credit'), debit: best('debit'), amount: best('amount'), sign: best('sign') },
  }
  // Where both sides have a column of their own, a third amount and the word for its side are ignored.
  if (found.credit !== null && found.debit !== null) return { ...found, amount: null, sign: null }
  const { amount } = found
  if (amount === null) return { ...found, sign: null }
  const behind = columnsFor('sign', header).find((at) => at === amount + 1)
  return { ...found, sign: behind ?? found.sign, credit: null, debit: null }
}

/**
 * Adjusts proposed columns by the cells below the header. An amount whose cells all have CR, DR or a sign is its own
 * sign. A column of references without a reference gives way to another named column with references. If only columns
 * with unknown names have references, an admin is asked. A file whose columns all have another meaning has no column of
 * references. A file without another column of amounts has no column of balances.
 */
export function adjustColumns(
  columns: BankColumns,
  header: readonly string[],
  lines: readonly (readonly string[])[],
): BankColumns {
  const { amount, reference } = columns
  const rows = lines.filter((cells) => readDay(cells[columns.date ?? noColumn] ?? '') !== undefined)
  const amountsAt = (at: number) => rows.flatMap((cells) => readPaise(cells[at] ?? '') ?? [])
  const amounts = amount === null ? [] : amountsAt(amount)
  const isSigned = amounts.length > 0 && amounts.every(({ side }) => side !== undefined)
  // “Withdrawal (Dr) / Deposit (Cr)” names a column of amounts, or a column of the words CR and DR.
  if (amount !== null && amount === columns.sign && !isSigned) return { ...columns, amount: null, sign: null }
  const hasReferences = (at: number) =>
    rows.some((cells) => referencesOf('', plainCell(cells[at] ?? '')).reference !== null)
  const names = header.map(nameOf)
  const taken = new Set(Object.values(columns))
  const free = [...header.keys()].filter((at) => !taken.has(at))
  const others = free.filter(hasReferences)
  const isWithoutBalance = rows.length > 0 && !free.some((at) => amountsAt(at).length > 0)
  const adjusted = {
    ...columns,
    sign: columns.sign ?? (isSigned ? amount : null),
    balance: columns.balance ?? (isWithoutBalance ? noColumn : null),
  }
  if (reference === null) {
    const isWhole = others.length === 0 && free.every((at) => names[at]?.others.length === 0)
    return { ...adjusted, reference: isWhole ? noColumn : null }
  }
  if (others.length === 0 || hasReferences(reference)) return adjusted
  const named = columnsFor('reference', names).find((at) => others.includes(at))
  return { ...adjusted, reference: named ?? null }
}

/** Meanings without which no row can be read. */
const neededMeanings = (columns: BankColumns): ColumnMeaning[] =>
  (['date', 'text', 'credit'] as const).filter(
    (meaning) => columns[meaning] === null && (meaning !== 'credit' || columns.amount === null),
  )

/**
 * Meanings that an admin must still give to a column. Each amount needs a side, and an admin also says which
 * columns have references and balances, or that the file has no such column.
 */
export function missingMeanings(columns: BankColumns): ColumnMeaning[] {
  const needed = neededMeanings(columns)
  if (needed.length > 0) return needed
  const side = columns.amount === null ? 'debit' : 'sign'
  return (['reference', side, 'balance'] as const).filter((meaning) => columns[meaning] === null)
}

/**
 * Confirmed columns, without those amounts and balances that contradict the names of the header. An admin chooses these
 * for each file again. Otherwise one admin's choice could turn the payouts of a colleague's file into deposits.
 */
export function withoutContradiction(confirmed: BankColumns, proposed: BankColumns): BankColumns {
  const known = { ...confirmed }
  for (const meaning of ['credit', 'debit', 'amount', 'sign', 'balance'] as const)
    if (proposed[meaning] !== null && proposed[meaning] !== confirmed[meaning]) known[meaning] = null
  // An amount wins over the two sides.
  return proposed.credit === null ? known : { ...known, amount: null, sign: null }
}

/** Whether each column exists and has one meaning. Only an amount with signs may be both the amount and the sign. */
export function fitsHeader(columns: BankColumns, width: number): boolean {
  const { amount, sign } = columns
  const chosen = columnMeanings
    .flatMap((meaning) => (meaning === 'sign' && sign === amount ? [] : (columns[meaning] ?? [])))
    .filter((column) => column !== noColumn)
  return chosen.every((column) => column < width) && new Set(chosen).size === chosen.length
}

/** Whether a line has names for date, text and amount. */
export const isKnownHeader = (cells: readonly string[]): boolean => neededMeanings(proposeColumns(cells)).length === 0

export const areSameColumns = (one: BankColumns, other: BankColumns): boolean =>
  columnMeanings.every((meaning) => one[meaning] === other[meaning]) && one.isReferenceFirst === other.isReferenceFirst

/** The header must be in the first 80 lines. Banks write about 20 lines above the header. */
const headerWithin = 80

/**
 * Finds the header: the first line with names for date, text and amount. Otherwise the header is the first
 * line of three or more words above a line with a day and an amount. An admin then names its columns.
 * @returns the index, or undefined for a file without a header
 */
export function findHeader(lines: readonly (readonly string[])[]): number | undefined {
  const near = lines.slice(0, headerWithin)
  const known = near.findIndex(isKnownHeader)
  if (known >= 0) return known
  const possible = near.findIndex((cells, at) => {
    const below = near.slice(at + 1).find((next) => next.some(isFilled))
    const isOfWords = cells.filter(isFilled).length >= 3 && !cells.some((cell) => readDay(cell) !== undefined)
    return isOfWords && below?.length === cells.length && hasDayAndAmount(below)
  })
  return possible < 0 ? undefined : possible
}

function hasDayAndAmount(cells: readonly string[]): boolean {
  const day = cells.findIndex((cell) => readDay(cell) !== undefined)
  return day >= 0 && cells.some((cell, at) => at !== day && Boolean(readPaise(cell)))
}

/** The lines with a header of two lines as one line: “Txn” above “Date”, or “Amount” above “Debit” and “Credit”. */
export function joinHeader<Row extends { readonly cells: readonly string[] }>(lines: readonly Row[]): readonly Row[] {
  const isOfNames = (cells: readonly string[]) =>
    cells.filter(isFilled).every((cell) => nameOf(cell).known.size > 0 && nameOf(cell).others.length === 0)
  const joinedAt = (at: number): readonly string[] => {
    const [above, below] = [lines[at]?.cells ?? [], lines[at + 1]?.cells ?? []]
    return above.map((cell, column) => `${cell} ${below[column] ?? ''}`.trim())
  }
  const at = lines.slice(0, headerWithin).findIndex(({ cells }, index) => {
    const below = lines[index + 1]?.cells ?? []
    const isPossible = cells.filter(isFilled).length >= 3 && below.some(isFilled) && below.length <= cells.length
    return isPossible && isOfNames(below) && !isKnownHeader(below) && isKnownHeader(joinedAt(index))
  })
  return lines.flatMap((line, index) =>
    at < 0 || index !== at + 1 ? [index === at ? { ...line, cells: joinedAt(at) } : line] : [],
  )
}

/** The score of a separator: a header with all needed names wins, then the larger number of columns. */
export function headerScore(lines: readonly (readonly string[])[]): number {
  const at = findHeader(lines)
  const cells = at === undefined ? undefined : lines[at]
  if (cells === undefined || cells.length > bankStatementLimits.columns) return 0
  return cells.length + (isKnownHeader(cells) ? bankStatementLimits.columns : 0)
}
