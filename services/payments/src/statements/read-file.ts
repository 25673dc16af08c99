import { hash } from 'node:crypto'
import { bankStatementLimits } from '@kismet/contracts/bank-files'
import type { BankColumns, previewBankStatement } from '@kismet/contracts'
import { CsvError, parse } from 'csv-parse/sync'
import type { z } from 'zod'
import { findHeader, fitsHeader, headerScore, missingMeanings, proposeColumns } from '../domain/bank/columns.ts'
import { readRows } from '../domain/bank/rows.ts'
import type { Line, ReadRow, ReadRows } from '../domain/bank/rows.ts'

const separators = { comma: ',', tab: '\t', semicolon: ';' } as const
type Separator = keyof typeof separators
const separatorNames = ['comma', 'tab', 'semicolon'] as const satisfies readonly Separator[]

type Preview = z.output<typeof previewBankStatement.output>
type ShownAsRead = 'header' | 'headerLine' | 'separator' | 'encoding' | 'columns' | 'missing' | 'cells'

/** A file as read with some columns. `rows` is empty while a meaning is missing. */
export interface StatementFile extends ReadRows, Pick<Preview, ShownAsRead> {
  readonly rows: readonly IdentifiedRow[]
}

export interface IdentifiedRow extends ReadRow {
  /**
   * SHA-256 in hex. One payment is one row: its reference and amount identify it, also in a file of another layout. A row
   * without a reference is identified by all that it says and its number among equal rows of the file. Spaces and case do
   * not count.
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

const saveAsCsv = 'In Excel, save it as CSV and send that file.'
const magics: readonly (readonly [bytes: readonly number[], message: string])[] = [
  [[0x50, 0x4b, 0x03, 0x04], `This is a workbook or another archive, not CSV. ${saveAsCsv}`],
  [[0xd0, 0xcf, 0x11, 0xe0], `This is an Excel workbook, not CSV. ${saveAsCsv}`],
  [[0x25, 0x50, 0x44, 0x46], 'This is a PDF. Download the statement as CSV from the bank.'],
  [[0xff, 0xfe], `This file is UTF-16. ${saveAsCsv}`],
  [[0xfe, 0xff], `This file is UTF-16. ${saveAsCsv}`],
]

/** The text of a file. @throws UnreadableFile */
function decodeFile(bytes: Uint8Array): { readonly text: string; readonly encoding: Preview['encoding'] } {
  for (const [magic, message] of magics)
    if (magic.every((byte, at) => bytes[at] === byte)) throw new UnreadableFile(message)
  if (bytes.includes(0)) throw new UnreadableFile('This is no text: there are zero bytes in it.')
  const { text, encoding } = decoded(bytes)
  if (/^\s*<(!doctype|html|table|\?xml)/i.test(text))
    throw new UnreadableFile(`This is a web page or XML, not CSV. ${saveAsCsv}`)
  return { text, encoding }
}

function decoded(bytes: Uint8Array): { text: string; encoding: Preview['encoding'] } {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8' }
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'Windows-1252' }
  }
}

const longestLine = 64 * 1024
/** Lines that decide the separator. */
const headLines = 100
const cellsShown = 5

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

/** Reads a file with some columns, or with those that its header proposes. @throws UnreadableFile */
export function readStatement(bytes: Uint8Array, chosen?: BankColumns): StatementFile {
  const { text, encoding } = decodeFile(bytes)
  if (text.trim() === '') throw new UnreadableFile('The file is empty.')
  const scored = separatorNames.map((separator) => ({ separator, score: scoreOf(text, separator) }))
  const separator = scored.sort((one, other) => other.score - one.score)[0]?.separator ?? 'comma'
  const all = divide(text, separator)
  const at = findHeader(cellsOf(all.slice(0, headLines)))
  const found = at === undefined ? undefined : all[at]
  if (at === undefined || found === undefined)
    throw new UnreadableFile(
      'No header was found in the first lines: a line with the names of the columns, above the rows. Columns for date, text and amount are needed.',
    )
  if (found.cells.length > bankStatementLimits.columns)
    throw new UnreadableFile(`Line ${found.line}: a statement may have ${bankStatementLimits.columns} columns.`)
  const header = found.cells.map((cell) => cell.trim().slice(0, 100).toWellFormed())
  const columns = chosen ?? proposeColumns(header)
  if (!fitsHeader(columns, header.length))
    throw new UnreadableFile('Each column can have one meaning, and has to be one of the file.')
  const lines = all.slice(at + 1)
  const missing = missingMeanings(columns)
  const nothing: ReadRows = { rows: [], faults: [], faultCount: 0, leftOut: 0 }
  const read = missing.length === 0 ? readRows(lines, header, columns) : nothing
  const filled = lines.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  const cells = filled
    .slice(0, cellsShown)
    .map(({ cells: shown }) => shown.map((cell) => cell.slice(0, 200).toWellFormed()))
  const rows = identified(read.rows)
  return { header, headerLine: found.line, separator, encoding, columns, missing, cells, ...read, rows }
}

function identified(rows: readonly ReadRow[]): IdentifiedRow[] {
  const seen = new Map<string, number>()
  return rows.map((row) => {
    const { day, kind, paise, text, reference, numbers, balancePaise } = row
    if (reference !== null) return { ...row, identity: hash('sha256', `${kind} ${reference} ${paise}`) }
    const said = JSON.stringify([day, paise, text.replace(/\s+/g, '').toUpperCase(), numbers, balancePaise])
    const nth = (seen.get(said) ?? 0) + 1
    seen.set(said, nth)
    return { ...row, identity: hash('sha256', `${nth} ${said}`) }
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
