import { bankStatementLimits, columnMeanings, noColumn } from '@kismet/contracts/bank-files'
import type { BankColumns, ColumnMeaning } from '@kismet/contracts'
import { isFilled, readDay, readPaise } from './cells.ts'
import { amountsOf, isTotal, looksLikeReferences, looksLikeSides } from './column-content.ts'
import type { Cells } from './column-content.ts'

/**
 * Column names of banks, in lowercase letters and digits. If several columns fit a meaning, the earlier
 * pattern wins, then the earlier column.
 */
const names: Readonly<Record<ColumnMeaning, readonly RegExp[]>> = {
  date: [
    /^(txn|tran|trans|transaction|posting|post|posted)? ?(date|dt)( ?time)?$/,
    /^date value date$/,
    /^value (date|dt|dat)$/,
  ],
  text: [/^(transaction )?(narration|description|particulars|remarks|details)( of transaction)?$/],
  reference: [
    /^(utr|rrn)( ?(no|number|ref no|rrn))?$/,
    /^(?=.*\b(ref|refno|reference|utr)\b)((chq|cheque|check|instrument|bank|transaction|txn|tran|upi|ref|refno|reference|utr|no|number|id|and)( |$))+$/,
    /^(chq|cheque|check) ?(no|number)$/,
    /^(transaction|txn|tran) id$/,
  ],
  credit: [/^(deposits?|credits?|cr|receipts?)( (amt|amount))?( cr)?( inr| rs)?$/, /^(paid|money) in$/],
  debit: [/^(withdra?wa?ls?|debits?|dr|payments?)( (amt|amount))?( dr)?( inr| rs)?$/, /^(paid|money) out$/],
  amount: [/^((transaction|txn|tran) )?(amt|amount)( inr| rs)?$/],
  sign: [
    /^(cr ?dr|dr ?cr|(debit|dr)( or)? (credit|cr)|(credit|cr)( or)? (debit|dr)|c ?d|d ?c)( (indicator|ind|flag|type))?$/,
    /^((part )?(transaction|txn|trans|tran) |entry )?(type|indicator|ind|sign)$/,
  ],
  balance: [
    /^((closing|running|available|account) )?(balance|bal)( (amt|amount))?( inr| rs)?$/,
    /^(?!.*\b(opening|type|cr|dr)\b).*\b(balance|bal)\b/,
  ],
}

const noColumns = Object.fromEntries(columnMeanings.map((meaning) => [meaning, null])) as BankColumns

/** The form in which names are compared: lowercase letters and digits. */
export const plainName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/^\s*\+\s*\/?\s*[-\u2212]\s*$/, 'sign')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

const columnsNamed = (header: Cells, meaning: ColumnMeaning): readonly number[] =>
  names[meaning].flatMap((name) => header.flatMap((cell, at) => (name.test(cell) ? [at] : [])))

/** The columns that have no meaning. */
const restOf = (columns: BankColumns, header: Cells): readonly number[] =>
  header.flatMap((_, at) => (columnMeanings.some((meaning) => columns[meaning] === at) ? [] : [at]))

/** The lines with a day. */
const withDay = (lines: readonly Cells[], date: number | null): readonly Cells[] =>
  date === null ? [] : lines.filter((cells) => readDay(cells[date] ?? '') !== undefined)

/**
 * Proposes a column for each meaning by the names in a header. The cells below decide between
 * several references or signs.
 */
export function proposeColumns(cells: Cells, below: readonly Cells[] = []): BankColumns {
  const header = cells.map(plainName)
  const columns = { ...noColumns }
  for (const meaning of columnMeanings) columns[meaning] = columnsNamed(header, meaning)[0] ?? null
  const lines = withDay(below, columns.date)
  const references = columnsNamed(header, 'reference')
  columns.reference = references.find((at) => looksLikeReferences(lines, at)) ?? columns.reference
  // Where both sides have a column of their own, a third amount and the word for its side are ignored.
  if (columns.credit !== null && columns.debit !== null) return { ...columns, amount: null, sign: null }
  if (columns.amount === null) return { ...columns, sign: null }
  const named = columnsNamed(header, 'sign')
  const unnamed = restOf(columns, header).filter((at) => !isBehindBalance(columns, at))
  const sides = [...named, ...unnamed].find((at) => looksLikeSides(lines, at))
  const sign = lines.length === 0 ? columns.sign : (sides ?? null)
  return { ...columns, sign, credit: null, debit: null }
}

/** Meanings without which no row can be read. */
export function missingMeanings({ date, text, credit, amount }: BankColumns): ColumnMeaning[] {
  return [
    ...(date === null ? (['date'] as const) : []),
    ...(text === null ? (['text'] as const) : []),
    ...(credit === null && amount === null ? (['credit'] as const) : []),
  ]
}

/** Whether a column has numbers that are no references, such as account numbers. */
const isAccount = (name: string): boolean =>
  /\b(account|acct|acc|ac|a c|mobile|phone|customer|cif|branch|code|serial|sl|s no)\b/.test(plainName(name))

/**
 * Meanings that an admin must give to a column. Without them an amount has no side, or a debit, a reference or a balance is missed.
 * @param all the lines below the header
 */
export function openMeanings(columns: BankColumns, header: Cells, all: readonly Cells[]): ColumnMeaning[] {
  const lines = withDay(all, columns.date)
  const rest = restOf(columns, header)
  const named = header.map(plainName)
  const isBalance = (at: number): boolean =>
    columnsNamed(named, 'balance').includes(at) ||
    (amountsOf(lines, at) === 'all' && !columnsNamed(named, 'amount').includes(at))
  const isOpen: Partial<Record<ColumnMeaning, boolean>> = {
    debit: isDebitOpen(columns, rest, lines),
    sign: isSignOpen(columns, rest, lines),
    reference:
      columns.reference !== noColumn &&
      (columns.reference === null || !looksLikeReferences(lines, columns.reference)) &&
      rest.some((at) => !isAccount(header[at] ?? '') && looksLikeReferences(lines, at)),
    balance: columns.balance === null && lines.length > 1 && rest.some(isBalance),
  }
  return columnMeanings.filter((meaning) => isOpen[meaning])
}

/** A column of CR and DR behind the balance is that of the balance. */
const isBehindBalance = ({ balance }: BankColumns, at: number): boolean => at > 0 && at - 1 === balance
const hasSides = (columns: BankColumns, rest: readonly number[], lines: readonly Cells[]): boolean =>
  rest.some((at) => !isBehindBalance(columns, at) && looksLikeSides(lines, at))

/** Some amount has no side, or a column has sides and is not chosen. */
function isSignOpen(columns: BankColumns, rest: readonly number[], lines: readonly Cells[]): boolean {
  const { amount, sign } = columns
  if (amount === null) return false
  if (sign === amount) return hasSides(columns, rest, lines)
  return (
    sign === null &&
    lines.some((cells) => {
      const found = readPaise(cells[amount] ?? '')
      return Boolean(found) && found?.side === undefined
    })
  )
}

/** Some line is no credit, or a column may have the debits. */
function isDebitOpen(columns: BankColumns, rest: readonly number[], lines: readonly Cells[]): boolean {
  const { amount, credit, debit, text } = columns
  if (amount !== null || credit === null || debit !== null) return false
  const isOther = (cells: Cells): boolean =>
    readPaise(cells[credit] ?? '') === null && !isTotal(cells[text ?? -1] ?? '')
  return lines.some(isOther) || rest.some((at) => amountsOf(lines, at) === 'some') || hasSides(columns, rest, lines)
}

/** Whether each column exists and has one meaning. Only an amount with signs may be both the amount and the sign. */
export function fitsHeader(columns: BankColumns, width: number): boolean {
  const { amount, sign } = columns
  const chosen = columnMeanings
    .flatMap((meaning) => (meaning === 'sign' && sign === amount ? [] : (columns[meaning] ?? [])))
    .filter((column) => column !== noColumn)
  return chosen.every((column) => column < width) && new Set(chosen).size === chosen.length
}

/** The header must be in the first 80 lines. Banks write about 20 lines above the header. */
const headerWithin = 80

/**
 * Finds the header: the first line with names for date, text and amount. Otherwise the header is the first
 * line of three or more words above a line with a day and an amount. An admin then names its columns.
 * @returns the index, or undefined for a file without a header
 */
export function findHeader(lines: readonly (readonly string[])[]): number | undefined {
  const near = lines.slice(0, headerWithin)
  const known = near.findIndex((cells) => missingMeanings(proposeColumns(cells)).length === 0)
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

/** The score of a separator: a header with all needed names wins, then the larger number of columns. */
export function headerScore(lines: readonly (readonly string[])[]): number {
  const at = findHeader(lines)
  const cells = at === undefined ? undefined : lines[at]
  if (cells === undefined || cells.length > bankStatementLimits.columns) return 0
  const isKnown = missingMeanings(proposeColumns(cells)).length === 0
  return cells.length + (isKnown ? bankStatementLimits.columns : 0)
}
