import { bankStatementLimits, noColumn } from '@kismet/contracts/bank-files'
import type { BankColumns, BankFault, BankRowKind } from '@kismet/contracts'
import { balanceBreaks, proveSides } from './balances.ts'
import { isFilled, looksLikeDay, plainCell, readDay, readPaise, readSide } from './cells.ts'
import type { CellAmount, Side } from './cells.ts'
import { referencesOf } from './references.ts'
import type { RowReferences } from './references.ts'

/** The cells of a line; `line` is the number of its first line in the file, from 1. */
export interface Line {
  readonly cells: readonly string[]
  readonly line: number
}

/** A row of a statement; `paise` is negative for a debit. */
export interface ReadRow extends RowReferences {
  readonly line: number
  readonly day: string
  readonly text: string
  readonly paise: number
  readonly balancePaise: number | null
  readonly kind: BankRowKind
}

export interface ReadRows {
  readonly rows: readonly ReadRow[]
  readonly faults: BankFault[]
  readonly faultCount: number
  readonly leftOut: number
}

const faultsShown = 20
const longestText = 500
const mostPaise = bankStatementLimits.amountRupees * 100

const totals = /\b(total|totals|opening|closing|brought forward|carried forward|b\/f|c\/f|balance|summary)\b/i
const back = /(^|\s)(rev|revr|rvsl|reversal|reversed|return|returned|rtn|refund)( \d+)?$/i
const backFirst = /^(rev|revr|rvsl|reversal|reversed|rtn|refund|return of)\b/i
const interest = /^((sb|savings|credit|cr|quarterly) )?(interest|int)([ .:]|$)/i

/** The kind of a row. A word such as "refund" in the payer's note does not change a payment. */
function kindOf(paise: number, text: string, isNamed: boolean): BankRowKind {
  if (paise < 0) return 'debit'
  const [first = '', second = ''] = text.split(/[/*-]/).map((part) => part.trim())
  if (backFirst.test(first) || back.test(first) || (back.test(second) && /^\S+$/.test(second))) return 'reversal'
  return !isNamed && interest.test(text) ? 'interest' : 'credit'
}

/** A line that looks like a row and cannot be read. `column` is null for the whole line. */
class LineFault extends Error {
  readonly column: number | null

  constructor(column: number | null, message: string) {
    super(message)
    this.column = column
  }
}

const quoted = (cell: string) => `“${plainCell(cell).slice(0, 40)}”`
const cellAt = (cells: readonly string[], column: number | null): string => cells[column ?? noColumn] ?? ''

/** @throws LineFault for a cell that is no amount */
function amountAt(cells: readonly string[], column: number | null): CellAmount | null {
  const cell = cellAt(cells, column)
  const found = readPaise(cell)
  if (found === undefined) throw new LineFault(column, `${quoted(cell)} is no amount.`)
  return found
}

const signed = ({ paise }: CellAmount, side: Side): number => (side === 'credit' ? paise : -paise)

/** The signed amount of a line in paise; null for an empty amount. @throws LineFault */
function readAmount(cells: readonly string[], { amount, sign, credit, debit }: BankColumns): number | null {
  if (amount === null) {
    const [credited, debited] = [amountAt(cells, credit), amountAt(cells, debit)]
    if (credited !== null && debited !== null) throw new LineFault(debit, 'There is a credit and a debit in one line.')
    if (debited !== null) return signed(debited, 'debit')
    // A minus in the credit column makes a debit.
    return credited && signed(credited, credited.side ?? 'credit')
  }
  const found = amountAt(cells, amount)
  if (found === null) return null
  // The admin has said that a minus in the amount is the only sign of a debit.
  if (sign === amount) return signed(found, found.side ?? 'credit')
  const said = readSide(cellAt(cells, sign))
  if (said !== undefined && found.side !== undefined && said !== found.side)
    throw new LineFault(sign, `The amount is a ${found.side}, and this column says ${said}.`)
  const side = said ?? found.side
  if (side === undefined) throw new LineFault(sign ?? amount, `${quoted(cellAt(cells, sign))} is neither CR nor DR.`)
  return signed(found, side)
}

/** The balance of a line in paise; null for an empty cell. Some banks write its CR or DR in the next column. @throws LineFault */
function readBalance(cells: readonly string[], columns: BankColumns): number | null {
  const { balance: column } = columns
  const found = amountAt(cells, column)
  if (column === null || plainCell(cellAt(cells, column)) === '') return null
  const isOther = Object.values(columns).includes(column + 1)
  const side = isOther ? undefined : readSide(plainCell(cellAt(cells, column + 1)).replace(/^[-+]$/, ''))
  return found === null ? 0 : signed(found, found.side ?? side ?? 'credit')
}

/** Whether a field with line breaks holds another row, because a quote is missing. */
function holdsRow(cell: string): boolean {
  const [, ...below] = cell.split(/\r?\n|\r/)
  return below
    .map((text) => text.split(/[,;\t]/))
    .some(([first = '', ...more]) => more.length >= 2 && looksLikeDay(first))
}

const tooMuch = `An amount has at most ₹${bankStatementLimits.amountRupees.toLocaleString('en-IN')} here. Is it another column?`
const tooManyFields =
  'There are more fields than columns. Is a text with a separator in it not quoted? Put it in quotes, or take the separator out of it.'

/** Whether a line without a day has an amount, and is no line of totals. */
function isRowWithoutDay(cells: readonly string[], columns: BankColumns): boolean {
  try {
    return readAmount(cells, columns) !== null && !cells.some((cell) => totals.test(cell))
  } catch {
    return false
  }
}

/** Reads one line; undefined for other lines, such as totals. @throws LineFault */
function readLine({ cells, line }: Line, columns: BankColumns, width: number): ReadRow | undefined {
  const { date } = columns
  const swallowing = cells.findIndex(holdsRow)
  if (swallowing >= 0) throw new LineFault(swallowing, 'Another row is within this field. Is a quote missing?')
  const day = readDay(cellAt(cells, date))
  if (day === undefined) {
    if (looksLikeDay(cellAt(cells, date))) throw new LineFault(date, `${quoted(cellAt(cells, date))} is no day.`)
    if (isRowWithoutDay(cells, columns)) throw new LineFault(date, 'There is an amount and no day.')
    return undefined
  }
  // Without quotes, a comma in the payer's note adds fields. The bank's own fields then stand beyond the last column.
  if (cells.slice(width).some(isFilled)) throw new LineFault(null, tooManyFields)
  const paise = readAmount(cells, columns)
  if (paise === null) return undefined
  if (Math.abs(paise) > mostPaise) throw new LineFault(null, tooMuch)
  const text = plainCell(cellAt(cells, columns.text)).slice(0, longestText).toWellFormed()
  const references = referencesOf(text, plainCell(cellAt(cells, columns.reference)).slice(0, longestText))
  const kind = kindOf(paise, text, references.reference !== null)
  return { line, day, text, paise, balancePaise: readBalance(cells, columns), kind, ...references }
}

function readingOf(line: Line, columns: BankColumns, width: number): { row?: ReadRow | undefined; fault?: LineFault } {
  try {
    return { row: readLine(line, columns, width) }
  } catch (error) {
    if (error instanceof LineFault) return { fault: error }
    throw error
  }
}

/** Faults of the whole file: balances that do not follow from row to row, and amounts without any sign. */
function faultsOfFile(
  rows: readonly ReadRow[],
  columns: BankColumns,
): { line: number; column: number | null; message: string }[] {
  const breaks = balanceBreaks(rows)
  if (breaks.length > 0) return breaks.map((one) => ({ ...one, column: columns.balance }))
  const isProven = rows.some(({ paise }) => paise < 0) || proveSides(rows)
  const [first] = rows
  if (columns.amount === null || columns.sign !== columns.amount || isProven || first === undefined) return []
  return [{ line: first.line, column: columns.amount, message: noSign }]
}

const noSign = 'No amount of the file has a minus, CR or DR. Choose the column that says CR or DR, or export more days.'

/**
 * Reads the lines below a header. Empty lines, totals, repeated headers and the text after the last row
 * are left out. A line that looks like a row and cannot be read is a fault.
 */
export function readRows(lines: readonly Line[], header: readonly string[], columns: BankColumns): ReadRows {
  const isHeader = ({ cells }: Line) => cells.length === header.length && cells.every((cell, at) => cell === header[at])
  const filled = lines.filter((line) => line.cells.some(isFilled) && !isHeader(line))
  const readings = filled.map((line) => ({ line, ...readingOf(line, columns, header.length) }))
  const lastRow = readings.findLastIndex(({ row }) => row !== undefined)
  const rows = readings.flatMap(({ row }) => row ?? [])
  const nameOf = (column: number | null) => (column === null ? null : (header[column] ?? null))
  const faults: BankFault[] = readings.flatMap(({ line: { line, cells }, fault }, at) => {
    const isBehind = at > lastRow && !looksLikeDay(cells[columns.date ?? 0] ?? '') && !cells.some(holdsRow)
    return fault === undefined || isBehind ? [] : [{ line, column: nameOf(fault.column), message: fault.message }]
  })
  const leftOut = readings.length - rows.length - faults.length
  if (rows.length > bankStatementLimits.rows)
    faults.unshift({
      line: rows[bankStatementLimits.rows]?.line ?? 1,
      column: null,
      message: `A file may have ${bankStatementLimits.rows.toLocaleString('en-IN')} rows. Please export fewer days.`,
    })
  else if (faults.length === 0)
    for (const fault of faultsOfFile(rows, columns)) faults.push({ ...fault, column: nameOf(fault.column) })
  return { rows, faults: faults.slice(0, faultsShown), faultCount: faults.length, leftOut: Math.max(0, leftOut) }
}
