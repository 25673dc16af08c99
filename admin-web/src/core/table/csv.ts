import { saveFile } from '@kismet/app-kit/save-file.ts'
import type { Column } from './table.ts'

/** How a page shows an unknown value. A file has an empty field. */
const unknown = '-'
const formula = /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/
const number = /^-?\d+(\.\d+)?$/
/** A spreadsheet reads such a text as a number: it drops leading zeros and all digits after the fifteenth. */
const looksLikeNumber = /^\d+(e\d+)?$/i

/** The text for a spreadsheet. An apostrophe keeps a formula from being run. A text of digits is a formula that gives this text. */
function safeText(text: string, isNumber: boolean): string {
  if (text === unknown) return ''
  if (isNumber && number.test(text)) return text
  if (looksLikeNumber.test(text)) return `="${text}"`
  return formula.test(text) ? `'${text}` : text
}

/** A field as RFC 4180 wants it. */
function field(text: string, isNumber = false): string {
  const safe = safeText(text, isNumber)
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The rows as a file for a spreadsheet. */
export function csvOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const head = columns.map(({ title }) => field(title))
  const lines = rows.map((row) => columns.map(({ text, isNumber }) => field(text(row), isNumber)))
  return [head, ...lines].map((line) => `${line.join(',')}\r\n`).join('')
}

/** The name of a file with the rows of a list. */
export function fileName(label: string): string {
  return `${label.toLowerCase().replaceAll(' ', '-')}.csv`
}

/** Hands the rows to the browser as a file of that name. */
export function saveCsv<Row>(name: string, columns: readonly Column<Row>[], rows: readonly Row[]): void {
  // Without the mark a spreadsheet takes the text for another encoding.
  const content = new Blob(['\ufeff', csvOf(columns, rows)], { type: 'text/csv;charset=utf-8' })
  saveFile(fileName(name), content)
}
