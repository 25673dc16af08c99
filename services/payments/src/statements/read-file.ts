import { bankStatementLimits } from '@kismet/contracts/bank-files'
import type { BankColumns, ColumnMeaning } from '@kismet/contracts'
import { CsvError, parse } from 'csv-parse/sync'
import {
  findHeader,
  fitsHeader,
  headerScore,
  missingMeanings,
  openMeanings,
  proposeColumns,
} from '../domain/bank/columns.ts'
import { readRows } from '../domain/bank/rows.ts'
import type { Line, ReadRows } from '../domain/bank/rows.ts'

const separators = { comma: ',', tab: '\t', semicolon: ';' } as const
export type Separator = keyof typeof separators
const separatorNames = ['comma', 'tab', 'semicolon'] as const satisfies readonly Separator[]

export type Encoding = 'UTF-8' | 'Windows-1252'

export interface DividedFile {
  readonly header: readonly string[]
  readonly headerLine: number
  readonly separator: Separator
  readonly encoding: Encoding
  readonly proposed: BankColumns
  /** Below the header. */
  readonly lines: readonly Line[]
}

/** A file as read with some columns. `rows` is empty while a meaning is missing. */
export interface StatementFile extends Omit<DividedFile, 'lines'>, ReadRows {
  readonly columns: BankColumns
  readonly missing: readonly ColumnMeaning[]
  readonly cells: readonly (readonly string[])[]
}

/** The file is no statement. The admin reads the message. */
export class UnreadableFile extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UnreadableFile'
  }
}

const saveAsCsv = 'In Excel, save it as CSV and send that file.'
const magics: readonly (readonly [bytes: readonly number[], message: string])[] = [
  [[0x50, 0x4b, 0x03, 0x04], `This is a workbook or another archive, not CSV. ${saveAsCsv}`],
  [[0xd0, 0xcf, 0x11, 0xe0], `This is an Excel workbook, not CSV. ${saveAsCsv}`],
  [[0x25, 0x50, 0x44, 0x46], 'This is a PDF. Download the statement as CSV from the bank.'],
  [[0xff, 0xfe], `This file is UTF-16. ${saveAsCsv}`],
  [[0xfe, 0xff], `This file is UTF-16. ${saveAsCsv}`],
]

/** The text of a file. @throws UnreadableFile */
export function decodeFile(bytes: Uint8Array): { readonly text: string; readonly encoding: Encoding } {
  for (const [magic, message] of magics)
    if (magic.every((byte, at) => bytes[at] === byte)) throw new UnreadableFile(message)
  if (bytes.includes(0)) throw new UnreadableFile('This is no text: there are zero bytes in it.')
  const { text, encoding } = decoded(bytes)
  if (/^\s*<(!doctype|html|table|\?xml)/i.test(text))
    throw new UnreadableFile(`This is a web page or XML, not CSV. ${saveAsCsv}`)
  return { text, encoding }
}

function decoded(bytes: Uint8Array): { text: string; encoding: Encoding } {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8' }
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'Windows-1252' }
  }
}

const longestLine = 64 * 1024
/** Lines that decide the separator. */
const headLines = 100

/** @throws UnreadableFile that says in which line */
function divide(text: string, separator: Separator, to?: number): Line[] {
  let end = 0
  const lines: Line[] = []
  try {
    parse(text, {
      delimiter: separators[separator],
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: false,
      max_record_size: longestLine,
      ...(to === undefined ? {} : { to }),
      on_record: (cells: string[], { lines: endLine }) => {
        lines.push({ cells, line: end + 1 })
        end = endLine
        return null
      },
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new UnreadableFile(`Line ${end + 1}: ${csvFaults[error.code] ?? 'it cannot be divided into columns.'}`)
  }
  return lines
}

const csvFaults: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quoted field begins here and does not end.',
  CSV_MAX_RECORD_SIZE: 'it is longer than any row is. Is a quote missing?',
}

const cellsOf = (lines: readonly Line[]) => lines.map(({ cells }) => cells)

/** Divides a file into lines and finds its header. @throws UnreadableFile */
export function divideFile(bytes: Uint8Array): DividedFile {
  const { text, encoding } = decodeFile(bytes)
  if (text.trim() === '') throw new UnreadableFile('The file is empty.')
  const scored = separatorNames.map((separator) => ({ separator, score: scoreOf(text, separator) }))
  const [best] = scored.sort((one, other) => other.score - one.score)
  const separator = best?.separator ?? 'comma'
  const all = divide(text, separator)
  const at = findHeader(cellsOf(all.slice(0, headLines)))
  const found = at === undefined ? undefined : all[at]
  if (at === undefined || found === undefined)
    throw new UnreadableFile(
      'No header was found in the first lines: a line with the names of the columns, above the rows. Columns for date, text and amount are needed.',
    )
  if (found.cells.length > bankStatementLimits.columns)
    throw new UnreadableFile(`Line ${found.line}: a statement may have ${bankStatementLimits.columns} columns.`)
  const header = found.cells.map((cell) => cell.trim().slice(0, 100))
  const lines = all.slice(at + 1)
  const proposed = proposeColumns(found.cells, cellsOf(lines))
  return { header, headerLine: found.line, separator, encoding, proposed, lines }
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

const cellsShown = 5

/** Reads a divided file. @throws UnreadableFile for columns that are not those of its header */
export function readStatement({ lines, ...file }: DividedFile, columns: BankColumns): StatementFile {
  if (!fitsHeader(columns, file.header.length))
    throw new UnreadableFile('Each column can have one meaning, and has to be one of the file.')
  const needed = missingMeanings(columns)
  const missing = needed.length > 0 ? needed : openMeanings(columns, file.header, cellsOf(lines))
  const nothing: ReadRows = { rows: [], faults: [], faultCount: 0, leftOut: 0 }
  const read = missing.length === 0 ? readRows(lines, file.header, columns) : nothing
  const filled = lines.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  const cells = filled.slice(0, cellsShown).map(({ cells: shown }) => shown.map((cell) => cell.slice(0, 200)))
  return { ...file, columns, missing, cells, ...read }
}
