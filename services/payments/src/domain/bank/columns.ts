import { bankStatementLimits, columnMeanings, noColumn } from '@kismet/contracts/bank-files'
import type { BankColumns, ColumnMeaning } from '@kismet/contracts'
import { isFilled, readDay, readPaise } from './cells.ts'

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

/** Proposes a column for each meaning by the names in a header. */
export function proposeColumns(cells: readonly string[]): BankColumns {
  const header = cells.map(plainName)
  const columns = { ...noColumns }
  for (const meaning of columnMeanings)
    columns[meaning] =
      names[meaning].flatMap((name) => header.flatMap((cell, at) => (name.test(cell) ? [at] : [])))[0] ?? null
  // Where both sides have a column of their own, a third amount and the word for its side are ignored.
  if (columns.credit !== null && columns.debit !== null) return { ...columns, amount: null, sign: null }
  return columns.amount === null ? { ...columns, sign: null } : { ...columns, credit: null, debit: null }
}

/** Meanings without which no row can be read. */
function neededMeanings({ date, text, credit, amount }: BankColumns): ColumnMeaning[] {
  return [
    ...(date === null ? (['date'] as const) : []),
    ...(text === null ? (['text'] as const) : []),
    ...(credit === null && amount === null ? (['credit'] as const) : []),
  ]
}

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
  const known = near.findIndex((cells) => neededMeanings(proposeColumns(cells)).length === 0)
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
  const isKnown = neededMeanings(proposeColumns(cells)).length === 0
  return cells.length + (isKnown ? bankStatementLimits.columns : 0)
}
