import { once } from 'node:events'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createGzip } from 'node:zlib'
import type { DayRange, FileFormat } from '@kismet/contracts'
import { dayOf, fileTypes, indiaTime } from '@kismet/contracts'
import { stringify } from 'csv-stringify'
import type { Response } from 'express'
import { titleOf } from './file-columns.ts'
import type { Cell, FileColumn, FileRows } from './file-columns.ts'
import { xlsxOf } from './xlsx.ts'

/** A list as a file. */
export interface TableFile {
  /** The name without its ending. */
  readonly name: string
  readonly format: FileFormat
  readonly columns: readonly FileColumn[]
  /** The rows are read while they are sent, so that memory never holds the list. */
  readonly rows: FileRows
}

/** A cell of a CSV file: an amount in rupees with both decimals, a time of India. */
function csvText(value: Cell, kind: FileColumn['kind']): string {
  if (typeof value !== 'number') return value ?? ''
  if (kind === 'amount') return (value / 100).toFixed(2)
  return kind === 'time' ? indiaTime(value) : String(value)
}

async function* csvRows({ columns, rows }: Pick<TableFile, 'columns' | 'rows'>): AsyncGenerator<string[]> {
  yield columns.map(titleOf)
  for await (const row of rows) yield row.map((value, at) => csvText(value, columns[at]?.kind ?? 'text'))
}

/** A text that a spreadsheet would run as a formula gets an apostrophe. A number and a lone `-` stay. */
function csvWriter(columns: readonly FileColumn[]): ReturnType<typeof stringify> {
  const string = (value: string, { index, records }: { index: number; records: number }) => {
    const isText = records === 0 || columns[index]?.kind === 'text'
    return isText && value !== '-' ? value : { value, escape_formulas: false }
  }
  // A spreadsheet begins a row at a lone \r or \n, too.
  const quoted_match = /[\r\n]/
  return stringify({ bom: true, escape_formulas: true, record_delimiter: 'windows', quoted_match, cast: { string } })
}

/** The words of a file name: the list, its days and its filters. Other letters become hyphens. */
export function fileNameOf(list: string, { from, to }: DayRange, filters: readonly (string | undefined)[]): string {
  const days = from === to ? from : [from ?? 'start', 'to', to ?? 'now'].join('-')
  const words = [list, from === undefined && to === undefined ? undefined : days, ...filters]
  const named = words.filter((word) => word !== undefined && word !== '').join('-')
  return named.replaceAll(/[^\w.-]+/g, '-').slice(0, 150)
}

/** The same for a list without a range: it is as of a day. */
export const asOfName = (list: string, nowMs: number): string => fileNameOf(list, {}, [dayOf(nowMs)])

/** The filters of a file for its audit row. A search can be an e-mail, a name or an account number, and the row is never erased. */
export const auditedFilters = (filters: Readonly<Record<string, unknown>>): string =>
  JSON.stringify({ ...filters, ...(Boolean(filters.search) && { search: true }) })

/**
 * Sends rows as a CSV or XLSX file. The client's reading limits how fast rows are read. An error after the first row
 * breaks the connection, so that no half file looks whole.
 * @throws the error of a read before the first row, which the client gets as a refusal
 */
export async function sendTable(response: Response, { name, format, columns, ...file }: TableFile): Promise<void> {
  const rows = Readable.from(file.rows)
  await once(rows, 'readable')
  response.set({
    'Content-Disposition': `attachment; filename="${name}.${format}"`,
    'Content-Type': fileTypes[format],
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'private, no-store',
  })
  if (format === 'xlsx') return pipeline(Readable.from(xlsxOf(columns, rows)), response)
  const isPacked = response.req.acceptsEncodings('gzip') === 'gzip'
  if (isPacked) response.set('Content-Encoding', 'gzip')
  const packing = isPacked ? [createGzip({ level: constants.Z_BEST_SPEED })] : []
  await pipeline([Readable.from(csvRows({ columns, rows })), csvWriter(columns), ...packing, response])
}
