import { hash } from 'node:crypto'
import { bankStatementLimits, noColumn } from '@kismet/contracts/bank-files'
import type { BankColumns, previewBankStatement } from '@kismet/contracts'
import { CsvError, parse } from 'csv-parse/sync'
import type { z } from 'zod'
import {
  adjustColumns,
  joinHeader,
  findHeader,
  fitsHeader,
  headerScore,
  isKnownHeader,
  missingMeanings,
  plainName,
  proposeColumns,
} from '../domain/bank/columns.ts'
import { areMonthFirst, dayFirst, isFilled, plainCell } from '../domain/bank/cells.ts'
import { readRows } from '../domain/bank/rows.ts'
import type { Line, ReadRows } from '../domain/bank/rows.ts'
import { paymentOf } from '../domain/bank/whole-file.ts'
import type { SettledRow } from '../domain/bank/whole-file.ts'
import { isMt940, linesOfMt940 } from './mt940.ts'

const separators = { comma: ',', tab: '\t', semicolon: ';', pipe: '|' } as const
type Separator = keyof typeof separators

type Preview = z.output<typeof previewBankStatement.output>

/** A file as read with some columns. `rows` is empty while a meaning is missing. */
export interface StatementFile extends Omit<Preview, 'confirmed' | 'rows' | 'count' | 'from' | 'to'> {
  readonly rows: readonly IdentifiedRow[]
}

export interface IdentifiedRow extends SettledRow {
  /**
   * SHA-256 in hex of all that the row says alone and its number among equal rows of the file. Other rows of the file may
   * settle its reference, so the settled reference does not count. Spaces and case do not count. Rows with one
   * reference and amount are one payment (`paymentOf`), also in a file of another layout.
   */
  readonly identity: string
}

/** The file is no statement. The admin reads the message. */
export class UnreadableFile extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UnreadableFile'
  }
}

/** Names of the kinds of files that can be read. */
export const readable = 'CSV, Excel (XLSX or XLS) or MT940'
const others: readonly (readonly [name: string, beginning: RegExp])[] = [
  ['a PDF', /^\s*%PDF/],
  ['an OFX file', /^\s*(?:OFXHEADER|<OFX|(?:<\?xml[^>]*>\s*)?<\?OFX)/i],
  ['a QIF file', /^\s*!Type:/i],
  ['an XML file', /^\s*</],
]

/** The text of a file. @throws UnreadableFile */
function decodeFile(bytes: Uint8Array): { text: string; encoding: Preview['encoding'] } {
  const { text: given, encoding } = decoded(bytes)
  // A program has read the sign of rupees in UTF-8 as Windows-1252.
  const text = given.replaceAll('â‚¹', '₹')
  const [name] = others.find(([, beginning]) => beginning.test(text.slice(0, 1_000))) ?? []
  if (name !== undefined || text.includes('\0'))
    throw new UnreadableFile(`This is ${name ?? 'no text'}. Download the statement from the bank as ${readable}.`)
  if (text.trim() === '') throw new UnreadableFile('The file is empty.')
  return { text, encoding }
}

function decoded(bytes: Uint8Array): ReturnType<typeof decodeFile> {
  const as = (label: string) => new TextDecoder(label).decode(bytes)
  const [first, second, third, fourth] = bytes
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0 && fourth === 0))
    return { text: as('utf-16le'), encoding: 'UTF-16' }
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0 && third === 0))
    return { text: as('utf-16be'), encoding: 'UTF-16' }
  const [text, latin] = [as('utf-8'), as('windows-1252')]
  const countOf = (letters: RegExp, of = text) => of.match(letters)?.length ?? 0
  // A bank cuts a note within a letter. Such a file has whole letters of UTF-8, too, or the beginning of a letter of India.
  const whole = countOf(/[\u0080-\ufffc]/g) + countOf(/\u00e0[\u00a4-\u00b5]/g, latin)
  return whole >= countOf(/\ufffd/g) ? { text, encoding: 'UTF-8' } : { text: latin, encoding: 'Windows-1252' }
}

const longestLine = 64 * 1024
/** Lines that decide the separator. */
const headLines = 100
const cellsShown = 5
/** Lines that are looked at for what no name of a column tells. */
const linesLookedAt = 200

/** `="500.00"` is a quoted field that a spreadsheet is to show as text. Spaces around a quoted field are no part of the field. */
const withoutFormulas = (text: string): string =>
  /="|" /.test(text) ? text.replaceAll(/(^|[,;|\t]) *=?"((?:[^"\r\n]|"")*)" *(?=[,;|\t]|\r?$)/gm, '$1"$2"') : text

/** @throws UnreadableFile that says in which line */
function divide(text: string, separator: Separator, to = -1): Line[] {
  let end = 0
  const lines: Line[] = []
  try {
    parse(text, {
      delimiter: separators[separator],
      relax_column_count: true,
      relax_quotes: true,
      ltrim: true,
      skip_empty_lines: false,
      max_record_size: longestLine,
      to,
      on_record: (cells: string[], { lines: endLine }) => {
        lines.push({ cells, line: end + 1 })
        end = endLine
        return null
      },
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new UnreadableFile(
      `Line ${end + 1}: ${csvFaults[error.code] ?? 'it cannot be divided into columns.'} Download the file again, or as ${readable}.`,
    )
  }
  return lines
}

const csvFaults: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quoted field begins here and does not end.',
  CSV_MAX_RECORD_SIZE: 'it is longer than any row is. Is a quote missing?',
}

const cellsOf = (lines: readonly Line[]) => lines.map(({ cells }) => cells)

/** @throws UnreadableFile */
function tableOf(bytes: Uint8Array): Pick<StatementFile, 'separator' | 'encoding'> & { lines: readonly Line[] } {
  const { text: given, encoding } = decodeFile(bytes)
  if (isMt940(given)) return { lines: linesOfMt940(given), separator: 'none', encoding }
  const text = withoutFormulas(given)
  const names = Object.keys(separators) as Separator[]
  const scored = names.map((separator) => ({ separator, score: scoreOf(text, separator) }))
  const { separator } = scored.reduce((best, one) => (one.score > best.score ? one : best))
  return { lines: divide(text, separator), separator, encoding }
}

const noRows: ReadRows = { rows: [], faults: [], faultCount: 0, canLeaveOut: false, leftOut: 0 }

/** Reads a file with some columns, or with those that its header proposes. @throws UnreadableFile */
export function readStatement(bytes: Uint8Array, chosen?: BankColumns): StatementFile {
  const { lines: divided, separator, encoding } = tableOf(bytes)
  const all = joinHeader(divided)
  const at = findHeader(cellsOf(all.slice(0, headLines)))
  const found = at === undefined ? undefined : all[at]
  if (at === undefined || found === undefined)
    throw new UnreadableFile(
      `No header was found in the first lines: a line with the names of the columns, above the rows. Columns for date, text and amount are needed. Download the statement from the bank as ${readable}.`,
    )
  if (found.cells.length > bankStatementLimits.columns)
    throw new UnreadableFile(`Line ${found.line}: a statement may have ${bankStatementLimits.columns} columns.`)
  const header = found.cells.map((cell) => plainCell(cell).slice(0, 100).toWellFormed())
  const below = all.slice(at + 1)
  requireOneTable(found, below)
  const named = proposeColumns(header)
  const looked = withDayFirst(below, named.date).slice(0, linesLookedAt)
  const proposed = adjustColumns(named, header, cellsOf(looked))
  const columns = chosen ?? proposed
  const lines = withDayFirst(below, columns.date)
  if (!fitsHeader(columns, header.length))
    throw new UnreadableFile('Each column can have one meaning, and has to be one of the file.')
  const unchosen = missingMeanings(columns)
  const whole = unchosen.length === 0 ? readRows(lines, found.cells, columns) : noRows
  const disputed = whole.rows.find(({ places, kind }) => places === 'other' && kind === 'credit')
  const [inColumn = '', inText = ''] = disputed?.numbers ?? []
  const read = disputed === undefined ? whole : noRows
  const cells = below
    .filter((line) => line.cells.some(isFilled))
    .slice(0, cellsShown)
    .map(({ cells: shown }) => shown.map((cell) => cell.slice(0, 200).toWellFormed()))
  return {
    ...{ header, headerLine: found.line, separator, encoding, columns, proposed, cells, ...read },
    missing: disputed === undefined ? unchosen : ['reference'],
    twoNumbers: disputed && { line: disputed.line, inColumn, inText },
    rows: identified(read.rows),
  }
}

/** The lines with their days day first, where the file proves that the month is first. */
function withDayFirst(lines: readonly Line[], date: number | null): readonly Line[] {
  const at = date ?? noColumn
  if (!areMonthFirst(lines.map(({ cells }) => cells[at] ?? ''))) return lines
  return lines.map((line) => ({
    ...line,
    cells: line.cells.map((cell, column) => (column === at ? dayFirst(cell) : cell)),
  }))
}

/** @throws UnreadableFile for a second table with other columns below the rows */
function requireOneTable(header: Line, lines: readonly Line[]): void {
  const isNamed = (cells: readonly string[]) =>
    isKnownHeader(cells) || (proposeColumns(cells).debit !== null && isKnownHeader([...cells, 'Credit']))
  const isHeader = ({ cells }: Line) => cells.length >= 3 && !/\d/.test(cells.join('')) && isNamed(cells)
  const namesOf = ({ cells }: Line) => cells.map(plainName).join()
  const other = lines.find((line) => isHeader(line) && namesOf(line) !== namesOf(header))
  if (other === undefined) return
  throw new UnreadableFile(
    `Line ${other.line}: a table with other columns begins here. Upload one statement in one file.`,
  )
}

function identified(rows: readonly SettledRow[]): IdentifiedRow[] {
  const seen = new Map<string, number>()
  const payments = new Map<string, string>()
  return rows.map((row) => {
    const { day, paise, text, ownNumbers, balancePaise } = row
    const said = JSON.stringify([day, paise, text.replace(/\s+/g, '').toUpperCase(), ownNumbers, balancePaise])
    const nth = (seen.get(said) ?? 0) + 1
    seen.set(said, nth)
    const payment = paymentOf(row)
    const known = payment === null ? undefined : payments.get(payment)
    const identity = known ?? hash('sha256', `${nth} ${said}`)
    if (payment !== null) payments.set(payment, identity)
    return { ...row, identity }
  })
}

/**
 * A separator that cannot divide the lines scores like a missing header. The read of the whole file
 * then reports the line.
 */
function scoreOf(text: string, separator: Separator): number {
  try {
    return headerScore(cellsOf(divide(text, separator, headLines)))
  } catch (error) {
    if (error instanceof UnreadableFile) return 0
    throw error
  }
}
