import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createGzip } from 'node:zlib'
import { stringify } from 'csv-stringify'
import type { Response } from 'express'
import { isoTime } from './clock.ts'

/** A list that is taken away as a file. */
export interface CsvFile<Row> {
  /** The file is called so, with the day (UTC) of `atMs`. */
  readonly name: string
  readonly atMs: number
  readonly columns: readonly string[]
  readonly lineEnd: 'windows' | 'unix'
  /** The rows are read while they are sent, so that the file is never in memory as a whole. */
  readonly rows: AsyncIterable<Row>
}

/** A spreadsheet reads such a text as a number: it drops leading zeros and all digits after the fifteenth. */
const looksLikeNumber = /^\d+(e\d+)?$/i

/** A text of digits becomes a formula that gives this text. A lone `-` stays. */
const textCell = (value: string) => {
  if (looksLikeNumber.test(value)) return { value: `="${value}"`, escape_formulas: false }
  return value === '-' ? { value, escape_formulas: false } : value
}

/**
 * Sends rows as a CSV file to one person, packed where the client takes that: a quarter of the bytes. A text that a spreadsheet would carry out gets a sign before it. What fails after the first row breaks the answer off, so that no file
 * looks whole that is not.
 */
export async function sendCsv<Row>(
  response: Response,
  { name, atMs, columns, lineEnd, rows }: CsvFile<Row>,
): Promise<void> {
  response.set({
    'Content-Disposition': `attachment; filename="${name}-${isoTime(atMs).slice(0, 10)}.csv"`,
    'Content-Type': 'text/csv; charset=utf-8',
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'private, no-store',
  })
  const isPacked = response.req.acceptsEncodings('gzip') === 'gzip'
  if (isPacked) response.set('Content-Encoding', 'gzip')
  const packing = isPacked ? [createGzip({ level: constants.Z_BEST_SPEED })] : []
  const cast = { string: textCell }
  const options = { header: true, bom: true, escape_formulas: true, record_delimiter: lineEnd, cast }
  await pipeline([Readable.from(rows), stringify({ ...options, columns: [...columns] }), ...packing, response])
}
