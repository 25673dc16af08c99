import { saveFile } from '@kismet/app-kit/save-file.ts'
import type { Column } from './table.ts'

/** A field as RFC 4180 wants it. What a spreadsheet would take for a formula, in full width too, is text to it, by the apostrophe that it hides. */
function field(text: string): string {
  const safe = /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The rows as a file for a spreadsheet. */
export function csvOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const lines = [columns.map(({ title }) => title), ...rows.map((row) => columns.map(({ text }) => text(row)))]
  return lines.map((line) => `${line.map(field).join(',')}\r\n`).join('')
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
