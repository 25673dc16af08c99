import { saveFile } from '@kismet/app-kit/save-file.ts'
import type { DayRange } from '@kismet/contracts'
import { dayOf } from '@kismet/contracts'
import type { Column } from './table.ts'

/** How a page shows an unknown value. A file has an empty field. */
const unknown = '-'
const formula = /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/
const number = /^-?\d+(\.\d+)?$/

/** The text for a spreadsheet. An apostrophe keeps a formula from being run. */
function safeText(text: string, isNumber: boolean): string {
  if (text === unknown) return ''
  if (isNumber && number.test(text)) return text
  return formula.test(text) ? `'${text}` : text
}

/** A field as RFC 4180 wants it. */
function field(text: string, isNumber = false): string {
  const safe = safeText(text, isNumber)
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The rows as a file for a spreadsheet. */
export function csvOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const head = columns.map(({ title, fileTitle = title }) => field(fileTitle))
  const lines = rows.map((row) => columns.map(({ text, isNumber }) => field(text(row), isNumber)))
  return [head, ...lines].map((line) => `${line.join(',')}\r\n`).join('')
}

/** The name of a file with the rows of a list: the list, and its days or the day of today in India. */
function fileName(label: string, { from, to }: DayRange = {}): string {
  const today = dayOf(Date.now())
  const days = from === to ? (from ?? today) : `${from ?? 'start'} to ${to ?? today}`
  return `${`${label.toLowerCase()} ${days}`.replaceAll(/[^a-z0-9.@-]+/g, '-')}.csv`
}

/** Hands the rows to the browser as a file, named by the list and its days. */
export function saveCsv<Row>(
  label: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  days?: DayRange,
): void {
  // Without the mark a spreadsheet takes the text for another encoding.
  const content = new Blob(['\ufeff', csvOf(columns, rows)], { type: 'text/csv;charset=utf-8' })
  saveFile(fileName(label, days), content)
}
