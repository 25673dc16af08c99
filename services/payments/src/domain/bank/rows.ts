import { bankStatementLimits, noColumn } from '@kismet/contracts/bank-files'
import type { BankColumns, BankFault, BankRowKind } from '@kismet/contracts'
import { balanceBreaks, proveSides } from './balances.ts'
import { isFilled, looksLikeDay, plainCell, readDay, readPaise, readSide } from './cells.ts'
import type { CellAmount } from './cells.ts'
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
  readonly faults: readonly BankFault[]
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

interface Reading {
  readonly row?: ReadRow
  readonly fault?: undefined | { readonly column: number | null; readonly message: string }
}

const noAmount = (cell: string) => `“${plainCell(cell).slice(0, 40)}” is no amount.`

/** The signed amount of a line in paise, null for an empty amount, or a fault. */
function readAmount(cellOf: (column: number | null) => string, columns: BankColumns): number | null | Reading['fault'] {
  const { amount, sign, credit, debit } = columns
  if (amount !== null) {
    const found = readPaise(cellOf(amount))
    if (found === undefined) return { column: amount, message: noAmount(cellOf(amount)) }
    if (found === null) return null
    // The admin has said that a minus in the amount is the only sign of a debit.
    if (sign === amount) return signed(found, found.side ?? 'credit')
    const said = readSide(cellOf(sign))
    const side = said ?? found.side
    if (said !== undefined && found.side !== undefined && said !== found.side)
      return { column: sign, message: `The amount is a ${found.side}, and this column says ${said}.` }
    if (side !== undefined) return signed(found, side)
    return { column: sign ?? amount, message: `“${plainCell(cellOf(sign)).slice(0, 40)}” is neither CR nor DR.` }
  }
  const sides = [
    ['credit', credit],
    ['debit', debit],
  ] as const
  const found = sides.flatMap(([side, column]) => {
    const cell = column === null ? null : readPaise(cellOf(column))
    return cell === null ? [] : [{ side, column, cell }]
  })
  const wrong = found.find(({ cell }) => cell === undefined)
  if (wrong !== undefined) return { column: wrong.column, message: noAmount(cellOf(wrong.column)) }
  const [one, other] = found
  if (one?.cell === undefined) return null
  if (other !== undefined) return { column: other.column, message: 'There is a credit and a debit in one line.' }
  // A minus in the credit column makes a debit.
  const isTurned = one.cell.side === 'debit' && one.side === 'credit'
  return signed(one.cell, isTurned ? 'debit' : one.side)
}

const signed = ({ paise }: CellAmount, side: 'credit' | 'debit'): number => (side === 'credit' ? paise : -paise)

/** Whether a field with line breaks holds another row, because a quote is missing. */
function holdsRow(cell: string): boolean {
  const [, ...below] = cell.split(/\r?\n|\r/)
  return below
    .map((text) => text.split(/[,;\t]/))
    .some(([first = '', ...more]) => more.length >= 2 && looksLikeDay(first))
}

const tooMuch = () =>
  `An amount has at most ₹${bankStatementLimits.amountRupees.toLocaleString('en-IN')} here. Is it another column?`
const tooManyFields =
  'There are more fields than columns. Is a text with a separator in it not quoted? Put it in quotes, or take the separator out of it.'

/**
 * The balance of a line in paise, null for an empty cell, or a fault. Some banks write its CR or DR
 * in the next column.
 */
function readBalance(cells: readonly string[], columns: BankColumns): number | null | Reading['fault'] {
  const { balance: column } = columns
  const cell = column === null ? '' : (cells[column] ?? '')
  const found = readPaise(cell)
  if (found === undefined) return { column, message: noAmount(cell) }
  if (column === null || plainCell(cell) === '') return null
  const isOther = Object.values(columns).includes(column + 1)
  const side = isOther ? undefined : readSide(plainCell(cells[column + 1] ?? '').replace(/^[-+]$/, ''))
  return found === null ? 0 : signed(found, found.side ?? side ?? 'credit')
}

/** Reads one line. Other lines, such as totals, give no row and no fault. */
function readLine({ cells, line }: Line, columns: BankColumns, width: number): Reading {
  const swallowing = cells.findIndex(holdsRow)
  if (swallowing >= 0)
    return { fault: { column: swallowing, message: 'Another row is within this field. Is a quote missing?' } }
  const cellOf = (column: number | null) => cells[column ?? noColumn] ?? ''
  const day = readDay(cellOf(columns.date))
  const paise = readAmount(cellOf, columns)
  if (day === undefined) {
    if (looksLikeDay(cellOf(columns.date)))
      return { fault: { column: columns.date, message: `“${plainCell(cellOf(columns.date))}” is no day.` } }
    const isRow = typeof paise === 'number' && !cells.some((cell) => totals.test(cell))
    return isRow ? { fault: { column: columns.date, message: 'There is an amount and no day.' } } : {}
  }
  // Without quotes, a comma in the payer's note adds fields. The bank's own fields then stand beyond the last column.
  if (cells.slice(width).some(isFilled)) return { fault: { column: null, message: tooManyFields } }
  if (paise === null) return {}
  if (typeof paise !== 'number') return { fault: paise }
  if (Math.abs(paise) > mostPaise) return { fault: { column: null, message: tooMuch() } }
  const text = plainCell(cellOf(columns.text)).slice(0, longestText)
  const balancePaise = readBalance(cells, columns)
  if (balancePaise !== null && typeof balancePaise !== 'number') return { fault: balancePaise }
  const references = referencesOf(text, plainCell(cellOf(columns.reference)).slice(0, longestText))
  const kind = kindOf(paise, text, references.reference !== null)
  return { row: { line, day, text, paise, balancePaise, kind, ...references } }
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
  const readings = filled.map((line) => ({ line, ...readLine(line, columns, header.length) }))
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
