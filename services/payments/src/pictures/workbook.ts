// The process that opens one workbook of a bank: XLSX, XLS, or a table in HTML or XML that banks call XLS. The file is on standard input. The answer
// on standard output (encodeRendered) has the cells as text with tabs between them. renderer.ts starts and limits the process.
import { buffer } from 'node:stream/consumers'
import { read, SSF } from '@e965/xlsx'
import type { CellObject, WorkBook } from '@e965/xlsx'
import { encodeRendered } from './protocol.ts'
import type { Rendered } from './protocol.ts'

/** A statement of 20,000 rows has about 15 MB of XML. The other limits are the same for all kinds of files. */
const most = { unpackedBytes: 64 * 1024 * 1024, sheets: 20, rows: 25_000, columns: 200 }
/** From here on a spreadsheet has rounded an integer. */
const leastRounded = 1e15

/** The sizes that a ZIP archive names in its directory. The limits of the process hold for an archive that lies. */
function unpackedBytes(file: Buffer): number {
  let sum = 0
  for (
    let at = file.indexOf('PK\u0001\u0002');
    at >= 0 && at + 46 <= file.length;
    at = file.indexOf('PK\u0001\u0002', at + 46)
  )
    sum += file.readUInt32LE(at + 24)
  return sum
}

/** The part of the formats of numbers that is used here. The library declares no types for this part. */
const formats = SSF as {
  is_date(format: string): boolean
  format(pattern: string, value: number, options: { readonly date1904: boolean }): string
}

/** All digits of a number; the form `4.09512E+15` of a number whose digits are lost. A day is yyyy-mm-dd. */
function numberText(value: number, format: unknown, date1904: boolean): string {
  if (typeof format === 'string' && formats.is_date(format) && value >= 1)
    return formats.format('yyyy-mm-dd hh:mm:ss', value, { date1904 })
  if (Math.abs(value) >= leastRounded) return value.toExponential(5)
  return String(Number(value.toPrecision(15)))
}

function cellText(cell: CellObject | undefined, date1904: boolean): string {
  const { t, v = '', z } = cell ?? { t: 'z' }
  if (t === 'n' && typeof v === 'number') return numberText(v, z, date1904)
  if (t === 'e') return '#ERROR'
  // A line break within a cell stays one line of the text.
  const text =
    t === 's'
      ? String(v)
          .replaceAll('\t', ' ')
          .trim()
          .replaceAll(/\r\n|[\r\n]/g, '\u2028')
      : ''
  return text.includes('"') ? `"${text.replaceAll('"', '""')}"` : text
}

/** The visible sheets below each other. */
function textOf({ Sheets, SheetNames, Workbook }: WorkBook): Rendered {
  const date1904 = Workbook?.WBProps?.date1904 === true
  const shown = SheetNames.filter((_name, at) => !Workbook?.Sheets?.[at]?.Hidden)
  // A row or a cell without a value is a hole.
  const rows = shown.flatMap((name) =>
    Array.from<readonly (CellObject | undefined)[] | undefined>(Sheets[name]?.['!data'] ?? []),
  )
  const isTooMuch =
    shown.length > most.sheets || rows.length > most.rows || rows.some((row) => (row?.length ?? 0) > most.columns)
  if (isTooMuch) return { fault: 'too_much', reason: `${shown.length} sheets, ${rows.length} rows` }
  const lines = rows.map((row) => Array.from(row ?? [], (cell) => cellText(cell, date1904)).join('\t'))
  return { text: lines.join('\n') }
}

function rendered(file: Buffer): Rendered {
  const bytes = unpackedBytes(file)
  if (bytes > most.unpackedBytes) return { fault: 'too_much', reason: `${bytes} bytes unpacked` }
  try {
    return textOf(
      read(file, { dense: true, raw: true, cellNF: true, cellText: false, cellFormula: false, cellHTML: false }),
    )
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, 2_000) : ''
    return { fault: /password|encrypt/i.test(reason) ? 'locked' : 'damaged', reason }
  }
}

process.stdout.write(encodeRendered(rendered(await buffer(process.stdin))))
