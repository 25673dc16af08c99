import { bankStatementLimits, noColumn } from '@kismet/contracts/bank-files'
import type { BankColumns, BankFault, BankRowKind } from '@kismet/contracts'
import { isFilled, isLost, isRounded, looksLikeDay, plainCell, readDay, readPaise } from './cells.ts'
import { readSide, readSideOfColumn } from './cells.ts'
import type { CellAmount, Side } from './cells.ts'
import { isDone, statusColumns } from './columns.ts'
import { referencesOf } from './references.ts'
import type { RowReferences } from './references.ts'
import { faultsOfFile, settleReferences } from './whole-file.ts'
import type { ReadRow, SettledRow } from './whole-file.ts'

/** The cells of a line; `line` is the number of its first line in the file, from 1. */
export interface Line {
  readonly cells: readonly string[]
  readonly line: number
}

/** `canLeaveOut`: all faults are of single lines, and the other lines are rows. */
export interface ReadRows {
  readonly rows: readonly SettledRow[]
  readonly faults: BankFault[]
  readonly faultCount: number
  readonly canLeaveOut: boolean
  readonly leftOut: number
}

const faultsShown = 20
const longestText = 500
const mostPaise = bankStatementLimits.amountRupees * 100

const totals = /\b(total|totals|opening|closing|brought forward|carried forward|b\/f|c\/f|balance|summary)\b/i
const backWords = 'rev|revr|rvsl|reversal|reversed|ret|retn|rtn|refund|rej|rjct|reject|rejected'
const back = new RegExp(`(^|\\s)(${backWords}|return|returned)( \\d+)?$`, 'i')
const backFirst = new RegExp(`^(${backWords}|return (of|neft|rtgs|imps|upi))\\b`, 'i')
const backBehindRail = new RegExp(`^(neft|rtgs|imps|upi) (${backWords}|return|returned)\\b`, 'i')
const isBack = (first: string): boolean => [back, backFirst, backBehindRail].some((words) => words.test(first))
const interest = /^((sb|savings|credit|cr|quarterly) )?(interest|int)([ .:]|$)/i

/** The kind of a row. A word such as "refund" in the payer's note does not change a payment. */
function kindOf(paise: number, text: string, isNamed: boolean): BankRowKind {
  if (paise < 0) return 'debit'
  const [first = '', second = ''] = text.split(/[/*_-]/).map((part) => part.trim())
  if (isBack(first) || (back.test(second) && /^\S+( \d+)?$/.test(second))) return 'reversal'
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

const asGiven = 'Upload the file as the bank gives it, without opening it in a spreadsheet.'
/** What a spreadsheet has done to a cell, if its value is lost. */
function damageOf(cell: string): string | undefined {
  if (isRounded(cell)) return `A spreadsheet has rounded ${quoted(cell)}: its digits are lost. ${asGiven}`
  return isLost(cell) ? `A spreadsheet has written ${quoted(cell)} instead of the value. ${asGiven}` : undefined
}
const quoted = (cell: string) => `“${plainCell(cell).slice(0, 40)}”`
const cellAt = (cells: readonly string[], column: number | null): string => cells[column ?? noColumn] ?? ''

/** @throws LineFault for a cell that is no amount */
function amountAt(cells: readonly string[], column: number | null): CellAmount | null {
  const cell = cellAt(cells, column)
  const found = readPaise(cell)
  if (found === undefined) throw new LineFault(column, damageOf(cell) ?? `${quoted(cell)} is no amount. ${otherColumn}`)
  return found
}

const signed = ({ paise }: CellAmount, side: Side): number => (side === 'credit' ? paise : -paise)

/** The signed amount of a line in paise; null for an empty amount. @throws LineFault */
function readAmount(cells: readonly string[], { amount, sign, credit, debit }: BankColumns): number | null {
  if (amount === null) {
    const [credited, debited] = [amountAt(cells, credit), amountAt(cells, debit)]
    if (credited !== null && debited !== null)
      throw new LineFault(debit, `There is a credit and a debit in one line. ${otherColumn}`)
    if (debited?.side === 'credit') throw new LineFault(debit, contradiction('credit', 'debit'))
    if (debited !== null) return signed(debited, 'debit')
    // A minus in the credit column makes a debit.
    return credited && signed(credited, credited.side ?? 'credit')
  }
  const found = amountAt(cells, amount)
  if (found === null) return null
  // The admin has said that a minus in the amount is the only sign of a debit.
  if (sign === amount) return signed(found, found.side ?? 'credit')
  const said = readSideOfColumn(cellAt(cells, sign))
  if (said !== undefined && found.side !== undefined && said !== found.side)
    throw new LineFault(sign, contradiction(found.side, said))
  const side = said ?? found.side
  if (side === undefined)
    throw new LineFault(sign ?? amount, `${quoted(cellAt(cells, sign))} is neither CR nor DR. ${otherColumn}`)
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

const contradiction = (found: Side, said: Side) =>
  `The amount is a ${found}, and this column says ${said}. ${otherColumn}`
const notDone = 'does not say that the payment has gone through. Leave the line out.'
const otherColumn = 'Choose another column, or leave the line out.'
const tooMuch = `An amount has at most ₹${bankStatementLimits.amountRupees.toLocaleString('en-IN')} here. Is it another column?`
const noDay = `is no day. Days are written as 21/11/2026, 21-Nov-2026 or 2026-11-21. ${otherColumn}`
const noMeaning = 'its column has no meaning. Choose this column as the debit, the credit or the amount.'
const anotherRow =
  'Another row is within this field. Is a quote missing? Leave the line out, or download the file again.'
const tooManyFields =
  'There are more fields than columns. Is a text with a separator in it not quoted? Leave the line out, or download the file in another format.'

/** Whether a line without a day has an amount, or a digit where each row has its day, its text and its amount. Totals are no row. */
function isRowWithoutDay(cells: readonly string[], columns: BankColumns): boolean {
  if (cells.some((cell) => totals.test(cell))) return false
  try {
    return readAmount(cells, columns) !== null
  } catch {
    const { date, text, amount, credit, debit } = columns
    const hasDigit = (column: number | null) => /\d/.test(cellAt(cells, column))
    const isDay = hasDigit(date) && readPaise(cellAt(cells, date)) === undefined
    return isDay && isFilled(cellAt(cells, text)) && [amount, credit, debit].some(hasDigit)
  }
}

/** A cell with an amount in a column without a meaning, for a line that has no other amount. */
function unnamedAmount(cells: readonly string[], columns: BankColumns): number {
  if (columns.debit === noColumn || cells.some((cell) => totals.test(cell))) return -1
  const named = Object.values(columns)
  return cells.findIndex((cell, at) => !named.includes(at) && /\d\.\d\d\b/.test(cell) && Boolean(readPaise(cell)))
}

/** The lines of a cell, divided by \\n. */
const linesOf = (cell: string): string =>
  cell
    .split(/\s*[\r\n]+\s*/)
    .map(plainCell)
    .join('\n')
    .slice(0, longestText)
    .toWellFormed()

/** The text and the references of a line. @throws LineFault for a value that a spreadsheet has lost */
function readText(cells: readonly string[], columns: BankColumns): Pick<ReadRow, 'text' | keyof RowReferences> {
  for (const column of [columns.reference, columns.text]) {
    const damage = damageOf(cellAt(cells, column))
    if (damage !== undefined) throw new LineFault(column, damage)
  }
  const [text, column] = [linesOf(cellAt(cells, columns.text)), linesOf(cellAt(cells, columns.reference))]
  return { text: text.replaceAll('\n', ' '), ...referencesOf(text, column, columns.isReferenceFirst) }
}

/** The most cells of a row. A row with more cells than most rows holds separators of a note. */
function usualWidth(lines: readonly Line[], header: readonly string[], { date }: BankColumns): number {
  const rows = lines.filter(({ cells }) => readDay(cellAt(cells, date)) !== undefined)
  const byLength = [...Map.groupBy(rows, ({ cells }) => cells.length)]
  const [most = 0] = byLength.sort(([a, one], [b, other]) => other.length - one.length || a - b)[0] ?? []
  // A bank may leave out empty cells at the end of most rows.
  return Math.max(most, header.findLastIndex(isFilled) + 1)
}

/** What the header and all lines say about each line. `statuses`: the columns that say whether a payment has gone through. */
interface Layout {
  readonly width: number
  readonly usual: number
  readonly statuses: readonly number[]
}

/** Reads one line; undefined for other lines, such as totals. @throws LineFault */
function readLine(
  { cells, line }: Line,
  columns: BankColumns,
  { width, usual, statuses }: Layout,
): Omit<ReadRow, 'gaps'> | undefined {
  const { date } = columns
  const swallowing = cells.findIndex(holdsRow)
  if (swallowing >= 0) throw new LineFault(swallowing, anotherRow)
  const day = readDay(cellAt(cells, date))
  if (day === undefined) {
    const cell = cellAt(cells, date)
    if (!looksLikeDay(cell) && !isRowWithoutDay(cells, columns)) return undefined
    const message = isFilled(cell) ? `${quoted(cell)} ${noDay}` : `There is an amount and no day. ${otherColumn}`
    throw new LineFault(date, message)
  }
  // Without quotes, a comma in the payer's note adds fields. The bank's own fields then stand beyond the last column.
  if (cells.slice(width).some(isFilled) || cells.length > usual) throw new LineFault(null, tooManyFields)
  const paise = readAmount(cells, columns)
  if (paise === null) {
    const at = unnamedAmount(cells, columns)
    if (at >= 0) throw new LineFault(at, `${quoted(cells[at] ?? '')} is the only amount of the line, and ${noMeaning}`)
    return undefined
  }
  const notDoneAt = statuses.find((at) => !isDone(cellAt(cells, at)))
  if (notDoneAt !== undefined) throw new LineFault(notDoneAt, `${quoted(cellAt(cells, notDoneAt))} ${notDone}`)
  const { amount, sign } = columns
  if (Math.abs(paise) > mostPaise) {
    const at = amount ?? (paise < 0 ? columns.debit : columns.credit)
    throw new LineFault(at, `${quoted(cellAt(cells, at))} is too much. ${tooMuch}`)
  }
  const isAssumed = amount !== null && sign === amount && amountAt(cells, amount)?.side === undefined
  const read = readText(cells, columns)
  const kind = kindOf(paise, read.text, read.reference !== null)
  return { line, day, paise, balancePaise: readBalance(cells, columns), kind, isAssumed, ...read }
}

/** Most lines of one text. */
const mostBelow = 5

/**
 * Whether a line goes on with the texts of the row above it. Then a time may stand below the day, and the cells of
 * columns without a meaning go on, too. An amount or a bare number never goes on.
 */
function goesOn(cells: readonly string[], above: readonly string[], columns: BankColumns): boolean {
  const { date, text, reference } = columns
  const named = Object.values(columns)
  const isPart = (cell: string, at: number) => {
    if (!isFilled(cell) || at === text || at === reference) return true
    if (at === date) return /^\d{1,2}[:.]\d\d\b/.test(plainCell(cell)) && !looksLikeDay(cell)
    const isAmount = /\d\.\d\d\b/.test(cell) || Boolean(readPaise(cell))
    return !named.includes(at) && isFilled(above[at] ?? '') && !isAmount && !looksLikeDay(cell)
  }
  const isText = isFilled(cellAt(cells, text)) || isFilled(cellAt(cells, reference))
  return isText && cells.every(isPart) && !cells.some((cell) => totals.test(cell))
}

/** Joins a line that has only a text, or a part of a reference, with the row above it. */
function joinTexts(lines: readonly Line[], columns: BankColumns): readonly Line[] {
  const joined: Line[] = []
  let below = mostBelow
  for (const { cells, line } of lines) {
    const above = joined.at(-1)
    const isText = goesOn(cells, above?.cells ?? [], columns)
    if (above !== undefined && isText && below < mostBelow) {
      const whole = above.cells.map((cell, at) => (isFilled(cells[at] ?? '') ? `${cell}\n${cells[at]}` : cell))
      joined[joined.length - 1] = { ...above, cells: whole }
      below += 1
    } else {
      joined.push({ cells, line })
      below = readDay(cellAt(cells, columns.date)) === undefined ? mostBelow : 0
    }
  }
  return joined
}

/**
 * Reads the lines below a header. Empty lines, totals, repeated headers and the text after the last row
 * are left out. A line that looks like a row and cannot be read is a fault.
 */
export function readRows(lines: readonly Line[], header: readonly string[], columns: BankColumns): ReadRows {
  const isHeader = ({ cells }: Line) => cells.length === header.length && cells.every((cell, at) => cell === header[at])
  const filled = joinTexts(lines, columns).filter((line) => line.cells.some(isFilled) && !isHeader(line))
  const usual = usualWidth(filled, header, columns)
  const layout = { width: header.length, usual, statuses: statusColumns(header, columns) }
  const nameOf = (column: number | null) => (column === null ? null : (header[column] ?? null))
  const read: ReadRow[] = []
  const found: (Line & { readonly fault: BankFault })[] = []
  let opening: CellAmount | null | undefined
  for (const line of filled)
    try {
      const row = readLine(line, columns, layout)
      if (row !== undefined) read.push({ ...row, gaps: found.length })
      else if (read.length === 0) opening = readPaise(cellAt(line.cells, columns.balance))
    } catch (error) {
      if (!(error instanceof LineFault)) throw error
      const { column, message } = error
      found.push({ ...line, fault: { line: line.line, column: nameOf(column), message } })
    }
  const lastLine = read.at(-1)?.line ?? Infinity
  // A line without a day behind the last row is the end of the file.
  const isEnd = ({ cells, line }: Line) =>
    line > lastLine && !isFilled(cellAt(cells, columns.date)) && !cells.some(holdsRow)
  const faults = found.flatMap((one) => (isEnd(one) ? [] : one.fault))
  const rows = settleReferences(read)
  const leftOut = filled.length - rows.length - faults.length
  const openingPaise = opening ? signed(opening, opening.side ?? 'credit') : undefined
  const ofFile = faultsOfFile(rows, columns, openingPaise).map((fault) => ({ ...fault, column: nameOf(fault.column) }))
  const all = [...ofFile, ...faults]
  const canLeaveOut = ofFile.length === 0 && faults.length > 0 && rows.length > 0
  return { rows, faults: all.slice(0, faultsShown), faultCount: all.length, canLeaveOut, leftOut }
}
