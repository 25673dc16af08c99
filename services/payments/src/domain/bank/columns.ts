import { bankStatementLimits, columnMeanings } from '@kismet/contracts/bank-files'
import type { BankColumns, ColumnMeaning } from '@kismet/contracts'
import { isFilled, readDay, readPaise } from './cells.ts'

/** What banks write over their columns, in small letters and digits alone, the usual ones first: of two columns with one meaning the name that stands earlier here counts, then the column. */
const names: Readonly<Record<ColumnMeaning, readonly RegExp[]>> = {
  date: [/^(txn|tran|trans|transaction|posting|post|posted)? ?(date|dt)( ?time)?$/, /^value (date|dt|dat)$/],
  text: [/^(transaction )?(narration|description|particulars|remarks|details)( of transaction)?$/],
  reference: [
    /^(utr|rrn)( ?(no|number|ref no|rrn))?$/,
    /^(chq|cheque|check|instrument)? ?(and )?(ref|reference|utr)( ?(no|number|id))?( cheque no| chq no| cheque number)?$/,
    /^(chq|cheque|check) ?(no|number)$/,
    /^(transaction|txn|tran) id$/,
  ],
  credit: [/^(deposits?|credits?|cr)( (amt|amount))?( inr| rs)?$/, /^(paid|money) in$/],
  debit: [/^(withdrawals?|debits?|dr)( (amt|amount))?( inr| rs)?$/, /^(paid|money) out$/],
  amount: [/^((transaction|txn|tran) )?(amt|amount)( inr| rs)?$/],
  sign: [/^(cr dr|dr cr|debit credit|credit debit|c d|d c)( indicator| flag)?$/, /^((transaction|txn) )?type$/],
  balance: [/^((closing|running|available|account) )?(balance|bal)( (amt|amount))?( inr| rs)?$/],
}

const noColumns = Object.fromEntries(columnMeanings.map((meaning) => [meaning, null])) as BankColumns

/** A name as it is compared: the letters and digits of its words. */
export const plainName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

function columnOf(header: readonly string[], meaning: ColumnMeaning): number | null {
  for (const name of names[meaning]) {
    const at = header.findIndex((cell) => name.test(cell))
    if (at >= 0) return at
  }
  return null
}

/** Proposes a column for each meaning by the names in a header. */
export function proposeColumns(cells: readonly string[]): BankColumns {
  const header = cells.map(plainName)
  const columns = { ...noColumns }
  for (const meaning of columnMeanings) columns[meaning] = columnOf(header, meaning)
  // Where both sides have a column of their own, a third amount and the word for its side mean nothing.
  if (columns.credit !== null && columns.debit !== null) return { ...columns, amount: null, sign: null }
  return {
    ...columns,
    credit: columns.amount === null ? columns.credit : null,
    debit: columns.amount === null ? columns.debit : null,
  }
}

/** Meanings without which no row can be read. */
export function missingMeanings({ date, text, credit, amount }: BankColumns): ColumnMeaning[] {
  return [
    ...(date === null ? (['date'] as const) : []),
    ...(text === null ? (['text'] as const) : []),
    ...(credit === null && amount === null ? (['credit'] as const) : []),
  ]
}

/** Whether columns can be those of a header: there, and none with two meanings. */
export function fitsHeader(columns: BankColumns, width: number): boolean {
  const chosen = columnMeanings.flatMap((meaning) => columns[meaning] ?? [])
  return chosen.every((column) => column < width) && new Set(chosen).size === chosen.length
}

/** Lines in which a header is looked for: banks write some 20 above it. */
const headerWithin = 80

/**
 * Finds the header: the first line whose names tell date, text and amount; else the first one of several words above a line with a day and an amount, for somebody to say what its columns mean.
 * @returns its index; undefined where there is none
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

/** How well a way to divide lines fits: a header that says all beats one that does not, then more columns. */
export function headerScore(lines: readonly (readonly string[])[]): number {
  const at = findHeader(lines)
  const cells = at === undefined ? undefined : lines[at]
  if (cells === undefined || cells.length > bankStatementLimits.columns) return 0
  const isKnown = missingMeanings(proposeColumns(cells)).length === 0
  return cells.length + (isKnown ? bankStatementLimits.columns : 0)
}
