import type { Column } from './table.ts'

/** A field as RFC 4180 wants it. What a spreadsheet would take for a formula is text to it, by the apostrophe that it hides. */
function field(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The rows as a file for a spreadsheet. */
export function csvOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const lines = [columns.map(({ title }) => title), ...rows.map((row) => columns.map(({ text }) => text(row)))]
  return lines.map((line) => `${line.map(field).join(',')}\r\n`).join('')
}

/** Hands the rows to the browser as a file of that name. */
export function saveCsv<Row>(name: string, columns: readonly Column<Row>[], rows: readonly Row[]): void {
  // Without the mark a spreadsheet takes the text for another encoding.
  const url = URL.createObjectURL(new Blob(['\ufeff', csvOf(columns, rows)], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `${name.toLowerCase().replaceAll(' ', '-')}.csv`
  link.click()
  URL.revokeObjectURL(url)
}
